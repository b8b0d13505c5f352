import { useEffect } from "react";
import { matchesShortcut } from "../shortcuts.ts";

/** Strg+Enter, or ⌘+Enter, sends the form that the focus is in, unless the form has a meaning of its own for it. */
export function useSubmitKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || !matchesShortcut(event, "mod+enter")) return;
      const form = event.target instanceof Element ? event.target.closest("form") : null;
      const submit = form?.querySelector<HTMLButtonElement>("button[type=submit], button:not([type])");
      if (!form || submit?.disabled) return;
      event.preventDefault();
      form.requestSubmit(submit);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
