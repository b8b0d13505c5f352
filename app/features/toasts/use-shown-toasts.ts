import { useEffect, useState } from "react";
import { type Toast, useToasts } from "../../lib/dialogs/toasts.ts";

/** Spec section 9. */
const maxVisible = 5;
const transitionMs = 250;

interface ShownToast {
  toast: Toast;
  isLeaving: boolean;
}

/** The five oldest toasts, and those that are still fading out; the others wait in the queue. */
export function useShownToasts(): readonly ShownToast[] {
  const visible = useToasts().slice(0, maxVisible);
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
