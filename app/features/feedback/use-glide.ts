import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../lib/use-isomorphic-layout-effect.ts";

const glide = { duration: 250, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/**
 * Lets cards glide to where they have moved, whoever moved them; those who want no motion see them there at once, and
 * so does a hand that has just put one there.
 */
export function useGlide(sheet: RefObject<HTMLElement | null>, board: unknown, dropped: RefObject<string>): void {
  const places = useRef(new Map<string, { left: number; top: number }>());
  useIsomorphicLayoutEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const origin = element.getBoundingClientRect();
    const now = new Map<string, { left: number; top: number }>();
    for (const card of element.querySelectorAll<HTMLElement>("[data-card]")) {
      const id = card.dataset.card ?? "";
      const box = card.getBoundingClientRect();
      const place = { left: box.left - origin.left + element.scrollLeft, top: box.top - origin.top };
      now.set(id, place);
      const before = places.current.get(id);
      const [dx, dy] = before ? [before.left - place.left, before.top - place.top] : [0, 0];
      if (!isStill && id !== dropped.current && (dx !== 0 || dy !== 0))
        card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], glide);
    }
    places.current = now;
  }, [board]);
}
