import { useEffect, useRef } from "react";
import { type ReadableStore, useStore } from "./store.ts";

/** Whether this machine's modifier is ⌘; false on the server. */
function isApple(): boolean {
  return typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.platform);
}

/** Whether a key press is a shortcut such as `mod+k`; `mod` is ⌘ on Apple machines and Strg elsewhere. */
export function matchesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const keys = shortcut.split("+");
  const modifier = isApple() ? event.metaKey : event.ctrlKey;
  const other = isApple() ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === keys.at(-1) &&
    modifier === keys.includes("mod") &&
    event.shiftKey === keys.includes("shift") &&
    !event.altKey &&
    !other
  );
}

const onApple: ReadableStore<boolean> = {
  read: isApple,
  readOnServer: () => false,
  subscribe: () => () => undefined,
};

/** Whether the browser runs on a machine with a ⌘ key; false until the page is hydrated. */
export const useIsApple = (): boolean => useStore(onApple);

/** Calls `perform` whenever the shortcut is pressed, wherever the focus is; the browser's own meaning is suppressed. */
export function useShortcut(shortcut: string, perform: () => void): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || !matchesShortcut(event, shortcut)) return;
      event.preventDefault();
      latest.current();
    };
    // Before anything that the focus is in can keep the key to itself.
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, [shortcut]);
}

/** Whether a key press belongs to a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
  return isText || target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

const covering = ["dialog", "alertdialog", "menu", "listbox"]
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();

/** Whether something lies over the page that takes the keys; what is only fading away takes none. */
export function isCovered(): boolean {
  return document.querySelector(covering) !== null;
}

/** Calls `perform` on a single key, while nobody types and nothing lies over the page; undefined leaves the key alone. */
export function usePageKey(key: string, perform: (() => void) | undefined): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (event.key !== key || !isPlain || event.defaultPrevented || !latest.current) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [key]);
}

/** How this machine's keyboard names a shortcut: „⌘K“ or „Strg K“. */
export function useShortcutLabel(shortcut: string): string {
  const apple = useIsApple();
  const last = shortcut.split("+").at(-1) ?? "";
  const key = last === "enter" ? "Enter" : last.toUpperCase();
  const isShifted = shortcut.includes("shift+");
  return apple ? `${isShifted ? "⇧" : ""}⌘${key}` : `Strg ${isShifted ? "⇧ " : ""}${key}`;
}
