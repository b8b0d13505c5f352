import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../lib/use-isomorphic-layout-effect.ts";

/**
 * Keeps the keys on a card that they move, until they or the pointer go elsewhere: in another column it is another
 * element, and the browser lets go of it.
 */
export function useKeptFocus(sheet: RefObject<HTMLElement | null>): (id: string) => void {
  const walking = useRef<string>();
  useIsomorphicLayoutEffect(() => {
    if (walking.current === undefined || document.activeElement !== document.body) return;
    sheet.current?.querySelector<HTMLElement>(`[data-card="${walking.current}"] a`)?.focus();
  });
  useEffect(() => {
    const forget = ({ type, target }: Event) => {
      const card = type === "focusin" && (target as Element).closest<HTMLElement>("[data-card]");
      if (!card || card.dataset.card !== walking.current) walking.current = undefined;
    };
    document.addEventListener("pointerdown", forget);
    document.addEventListener("focusin", forget);
    return () => {
      document.removeEventListener("pointerdown", forget);
      document.removeEventListener("focusin", forget);
    };
  }, []);
  return useCallback((id) => {
    walking.current = id;
  }, []);
}
