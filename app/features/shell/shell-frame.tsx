import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { useSubmitKey } from "../../lib/form/submit-key.ts";
import { useLiveState } from "../../lib/live/live-store.ts";
import { usePageKey, useShortcut } from "../../lib/shortcuts.ts";
import { toggleTheme } from "../../lib/theme.ts";
import { cx } from "../../ui/cx.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { prefetchedModule, useLazyModule } from "../../ui/overlays/lazy-module.ts";
import { useFeedbackShortcut } from "../feedback/feedback-shortcut.ts";
import { IncidentBanner } from "../incidents/incident-banner.tsx";
import { useMaintenanceKey } from "../maintenance/use-maintenance-key.ts";
import { ModalHost } from "../modals/modal-host.tsx";
import { PaletteHost } from "../palette/palette-host.tsx";
import { useTaskKey } from "../tasks/use-task-key.ts";
import { LazyHosts } from "./lazy-hosts.tsx";
import { useSlowPath } from "./next-page.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { Rail } from "./rail.tsx";
import { TabBar } from "./tab-bar.tsx";

const skeletons = prefetchedModule(() => import("./page-skeleton.tsx"));
const sheetClass = "mx-auto w-full max-w-[1440px] px-gutter pb-24 pt-[18px] md:pb-14 md:pt-7";

/** The default layout of spec section 2: navigation beside a centred container, and the hosts of all that floats. */
export function ShellFrame({ children }: { children: ReactNode }) {
  useShortcut("mod+j", toggleTheme);
  useFeedbackShortcut();
  useFocusOnArrival();
  useShortcutHelp();
  useTaskKey();
  useMaintenanceKey();
  useSubmitKey();
  const slowPath = useSlowPath();
  const Skeletons = useLazyModule(skeletons, slowPath !== undefined);
  const stoodIn = Skeletons && slowPath;
  const liveState = useLiveState();
  const hasNotice = liveState === "interrupted" || liveState === "paused";
  return (
    <div className={cx("min-h-full md:grid md:grid-cols-[80px_minmax(0,1fr)]", hasNotice && "[--live-notice:28px]")}>
      <a
        href="#inhalt"
        className="sr-only z-[95] rounded-6 bg-inverse px-3 py-2 text-ui font-medium text-on-inverse focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        Zum Inhalt springen
      </a>
      <ProgressBar />
      <Rail />
      <main id="inhalt" tabIndex={-1} className="min-w-0 outline-none">
        {Skeletons && slowPath !== undefined && (
          <div className={sheetClass}>
            <Skeletons.PageSkeleton path={slowPath} />
          </div>
        )}
        <div
          hidden={stoodIn !== undefined}
          className={cx(
            sheetClass,
            "group/sheet has-[>[data-whole-window]]:max-w-none has-[>[data-whole-window]]:p-0 md:has-[>[data-whole-window]]:p-0",
          )}
        >
          <IncidentBanner />
          {children}
        </div>
      </main>
      <TabBar />
      <PageAnnouncer />
      <PaletteHost />
      <ModalHost />
      <LazyHosts />
    </div>
  );
}

/**
 * Leads to the heading of each further page, so that Tab goes on in what was opened and not in what led there. Whatever
 * takes the focus on its page keeps it, and so does an open dialog. An address that only becomes another one under the
 * person's hands says so (`keepsFocus`).
 */
function useFocusOnArrival(): void {
  const { pathname, state } = useLocation();
  const keepsFocus = state?.keepsFocus === true;
  const arrived = useRef(pathname);
  const before = useRef<Element | null>(null);
  if (arrived.current !== pathname && typeof document !== "undefined") before.current = document.activeElement;
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    if (keepsFocus) return;
    const heading = document.querySelector<HTMLElement>("#inhalt h1") ?? document.getElementById("inhalt");
    const active = document.activeElement;
    const isNew = active !== before.current && active !== document.body;
    if (!heading || isNew || active?.closest("input, textarea, [contenteditable], [role=dialog]")) return;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, keepsFocus]);
}

/** Reads out the title of each further page, because nothing else tells a screen reader that the page changed. */
function PageAnnouncer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (first.current !== pathname || title !== "") setTitle(document.title);
  }, [pathname, title]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** „?“ shows the keys of the portal on every page, while nobody types. */
function useShortcutHelp(): void {
  usePageKey("?", () => {
    void lazyDialog<typeof import("../users/account/shortcut-list.tsx"), never>(
      () => import("../users/account/shortcut-list.tsx"),
      ({ ShortcutTables }, { open, onOpenChange }) => (
        <Dialog open={open} onOpenChange={onOpenChange} title="Kürzel" width={560}>
          <ShortcutTables />
        </Dialog>
      ),
    );
  });
}
