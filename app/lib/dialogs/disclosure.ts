import { createStore, useStore } from "../store.ts";

export interface Disclosure {
  open(): void;
  close(): void;
  toggle(): void;
  /**
   * Gives the focus back to what had it when this was opened, unless something else has taken it meanwhile; false when
   * nobody has it and that can no longer take it.
   */
  returnFocus(): boolean;
  useIsOpen(): boolean;
  /** Whether it is open, and how to change that. */
  use(): { isOpen: boolean; setOpen: (isOpen: boolean) => void };
}

/** Something that is open or closed and can be opened from anywhere on the page. */
function createDisclosure(): Disclosure {
  const store = createStore(false);
  let opener: Element | null = null;
  const open = () => {
    if (!store.read()) opener = document.activeElement;
    store.set(true);
  };
  const close = () => store.set(false);
  return {
    open,
    close,
    toggle: () => (store.read() ? close() : open()),
    returnFocus() {
      // It may fade while the next dialog has its first keys already.
      if (document.activeElement && document.activeElement !== document.body) return true;
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      return document.activeElement === opener && opener !== document.body;
    },
    useIsOpen: () => useStore(store),
    use: () => ({ isOpen: useStore(store), setOpen: (isOpen) => (isOpen ? open() : close()) }),
  };
}

/** The command palette, which buttons, the shell and the keyboard open. */
export const paletteDisclosure = createDisclosure();

/** The panel with the unread notifications. */
export const notificationPanelDisclosure = createDisclosure();
