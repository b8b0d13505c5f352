import { type RefObject, useEffect, useRef } from "react";

/**
 * Where a chip gives way to the value that was entered over it, everything that had the focus is gone. The cell around
 * it takes the focus then, and is read out with its new value.
 */
export function useFocusInPlace(chip: RefObject<HTMLElement>, isOpen: boolean): void {
  const wasOpened = useRef(isOpen);
  useEffect(() => {
    if (isOpen) wasOpened.current = true;
  }, [isOpen]);
  useEffect(() => {
    const own = chip.current;
    const place = own?.closest<HTMLElement>("td, dd, li");
    return () => {
      if (wasOpened.current) setTimeout(() => !own?.isConnected && focusOnce(place));
    };
  }, [chip]);
}

/** Focuses what cannot be reached by keys otherwise, unless something else has the focus already. */
function focusOnce(place: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  if (!place?.isConnected || (activeElement && activeElement !== body)) return;
  place.tabIndex = -1;
  place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  place.focus({ preventScroll: true });
}
