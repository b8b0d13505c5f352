import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { createProgressBar } from "../../lib/progress.ts";
import { useStore } from "../../lib/store.ts";
import { cx } from "../../ui/cx.ts";

/** One for the whole browser: a page that fails takes the frame down while the bar is running. */
const bar = createProgressBar();

/** Runs while another path is being loaded; a change of the query alone does not start it. */
export function ProgressBar() {
  const { percent, phase } = useStore(bar);
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const leavesPath = navigation.state !== "idle" && navigation.location.pathname !== pathname;

  useEffect(() => {
    if (leavesPath) bar.start();
    else if (navigation.state === "idle") bar.complete();
  }, [leavesPath, navigation.state]);

  if (phase === "hidden") return null;
  return (
    <div
      role="progressbar"
      aria-label="Seite wird geladen"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx(
        "pointer-events-none fixed left-0 top-0 z-[90] h-[3px] bg-brand [transition:width_300ms_var(--ease),opacity_400ms_var(--ease)]",
        phase === "fading" && "opacity-0",
      )}
      style={{ width: `${percent}%` }}
    />
  );
}
