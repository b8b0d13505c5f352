import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../../lib/use-isomorphic-layout-effect.ts";

const timing = { duration: 250, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/**
 * Lets cards glide to where they have moved, whoever moved them; those who want no motion see them there at once, and
 * so does a hand that has just put one there.
 */
export function useFlipAnimation(
  container: RefObject<HTMLElement | null>,
  board: unknown,
  dropped: RefObject<string>,
): void {
  const positions = useRef(new Map<string, { left: number; top: number }>());
  useIsomorphicLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const origin = element.getBoundingClientRect();
    const now = new Map<string, { left: number; top: number }>();
    for (const card of element.querySelectorAll<HTMLElement>("[data-card]")) {
      const id = card.dataset.card ?? "";
      const box = card.getBoundingClientRect();
      const position = { left: box.left - origin.left + element.scrollLeft, top: box.top - origin.top };
      now.set(id, position);
      const before = positions.current.get(id);
      const [dx, dy] = before ? [before.left - position.left, before.top - position.top] : [0, 0];
      if (!isStill && id !== dropped.current && (dx !== 0 || dy !== 0))
        card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], timing);
    }
    positions.current = now;
  }, [board]);
}
