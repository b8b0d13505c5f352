import { useEffect } from "react";
import { createStore, useStore } from "./store.ts";

const forms = createStore(0);

/** Whether a form on this page holds what is not saved. */
export const hasUnsaved = () => forms.read() > 0;
/** Whether any form of the page holds something unsaved. */
export const useHasUnsaved = () => useStore(forms) > 0;

/** Counts a form among those that hold what is not saved, while it does. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    forms.set(forms.read() + 1);
    return () => forms.set(forms.read() - 1);
  }, [isDirty]);
}
