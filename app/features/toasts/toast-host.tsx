import * as Radix from "@radix-ui/react-toast";
import { useEffect, useMemo, useState } from "react";
import { type Toast, useToasts } from "../../lib/dialogs/toasts.ts";
import { ToastItem } from "./toast-item.tsx";

/** Toasts at the bottom right, as spec section 9 has them; time stands still while one is pointed at or focused. */
export function ToastHost() {
  const shown = useShownToasts();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const isHidden = useIsHidden();
  const isEmpty = shown.length === 0;

  useEffect(() => {
    if (!isEmpty) return;
    // What is removed under the pointer or the focus never reports that they left.
    setPointed(false);
    setFocused(false);
  }, [isEmpty]);

  useEffect(() => {
    if (!region) return;
    // Toasts come into the region through portals, so React's own handlers on it would not hear of them.
    const listening = new AbortController();
    const on = (event: string, react: () => void) =>
      region.addEventListener(event, react, { signal: listening.signal });
    on("pointerenter", () => setPointed(true));
    on("pointerleave", () => setPointed(false));
    on("focusin", () => setFocused(true));
    on("focusout", () => setFocused(false));
    return () => listening.abort();
  }, [region]);

  return (
    <Radix.Provider label="Hinweis" duration={Number.POSITIVE_INFINITY} swipeDirection="right">
      {shown.map(({ toast, isLeaving }) => (
        <ToastItem key={toast.id} toast={toast} isLeaving={isLeaving} isPaused={isPointed || isFocused || isHidden} />
      ))}
      <Radix.Viewport
        asChild
        label="Hinweise ({hotkey})"
        ref={setRegion}
        className="fixed inset-x-2 bottom-[calc(64px+var(--live-notice,0px)+env(safe-area-inset-bottom))] z-[70] flex flex-col gap-2.5 outline-none md:bottom-5 md:left-auto md:right-5 md:w-[440px]"
      >
        {/* A list may not hold alerts. */}
        <div />
      </Radix.Viewport>
    </Radix.Provider>
  );
}

function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const read = () => setHidden(document.visibilityState === "hidden");
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, []);
  return isHidden;
}

/** Spec section 9. */
const maxVisible = 5;
const transitionMs = 250;

interface ShownToast {
  toast: Toast;
  isLeaving: boolean;
}

/** The toasts that have room, and those that are still fading out; the others wait in the queue. */
function useShownToasts(): readonly ShownToast[] {
  const visible = useVisibleToasts();
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const next = merge(shown, visible);
  if (next !== shown) setShown(next);

  const leaving = next.filter((each) => each.isLeaving).map((each) => each.toast.id);
  const leavingIds = leaving.join("\n");
  useEffect(() => {
    if (leavingIds === "") return;
    const ids = new Set(leavingIds.split("\n"));
    const timer = setTimeout(
      () => setShown((now) => now.filter((each) => !(each.isLeaving && ids.has(each.toast.id)))),
      transitionMs,
    );
    return () => clearTimeout(timer);
  }, [leavingIds]);
  return next;
}

function useVisibleToasts(): readonly Toast[] {
  const toasts = useToasts();
  return useMemo(() => visibleOf(toasts), [toasts]);
}

/**
 * The five oldest. An error that would have to wait takes the place of the oldest one that stays by itself, which is the
 * next to be seen again.
 */
function visibleOf(toasts: readonly Toast[]): readonly Toast[] {
  const visible = toasts.slice(0, maxVisible);
  for (const error of toasts.slice(maxVisible).filter(({ tone }) => tone === "error")) {
    const index = visible.findIndex(
      (toast) => toast.tone !== "error" && !toast.isLoading && toast.autoCloseMs === false,
    );
    if (index === -1) break;
    visible.splice(index, 1);
    visible.push(error);
  }
  return visible;
}

/** Returns `shown` itself when nothing differs. */
function merge(shown: readonly ShownToast[], visible: readonly Toast[]): readonly ShownToast[] {
  const present = new Map(visible.map((toast) => [toast.id, toast]));
  const kept = shown.map((each) => {
    const toast = present.get(each.toast.id);
    present.delete(each.toast.id);
    if (toast) return toast === each.toast && !each.isLeaving ? each : { toast, isLeaving: false };
    return each.isLeaving ? each : { ...each, isLeaving: true };
  });
  const isSame = present.size === 0 && kept.every((each, index) => each === shown[index]);
  return isSame ? shown : [...kept, ...[...present.values()].map((toast) => ({ toast, isLeaving: false }))];
}
