import { type RefObject, useEffect } from "react";

/**
 * Tells an element, as `--keyboard`, how much of the page's lower end the keyboard of a phone covers; browsers leave
 * what is fixed to that end behind it.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const place = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      element.current?.style.setProperty("--keyboard", `${Math.round(covered)}px`);
      element.current?.toggleAttribute("data-keyboard", covered > 80);
    };
    place();
    viewport.addEventListener("resize", place);
    viewport.addEventListener("scroll", place);
    return () => {
      viewport.removeEventListener("resize", place);
      viewport.removeEventListener("scroll", place);
    };
  }, [element]);
}
