import { useSyncExternalStore } from "react";

export interface Door {
  open(): void;
  close(): void;
  toggle(): void;
  /** Gives the focus back to what had it when the door was opened; false when that can no longer take it. */
  returnFocus(): boolean;
  useIsOpen(): boolean;
}

/** Something that is open or closed and can be opened from anywhere: a panel, the palette. */
export function createDoor(): Door {
  let isOpen = false;
  let opener: Element | null = null;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    if (next === isOpen) return;
    if (next) opener = document.activeElement;
    isOpen = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    open: () => set(true),
    close: () => set(false),
    toggle: () => set(!isOpen),
    returnFocus() {
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      return document.activeElement === opener && opener !== document.body;
    },
    useIsOpen: () =>
      useSyncExternalStore(
        subscribe,
        () => isOpen,
        () => false,
      ),
  };
}
