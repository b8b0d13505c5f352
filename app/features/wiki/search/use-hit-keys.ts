import { type RefObject, useEffect } from "react";

/** Arrows lead from the field into the hits, through them and back. */
export function useHitKeys(page: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = page.current;
    const walk = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const field = element?.querySelector<HTMLElement>('input[type="search"]');
      const hits = [...(element?.querySelectorAll<HTMLElement>('[aria-label="Treffer"] a') ?? [])];
      const here = document.activeElement as HTMLElement;
      if (!step || !field || hits.length === 0 || (here !== field && !hits.includes(here))) return;
      event.preventDefault();
      const next = hits.indexOf(here) + step;
      if (next < 0) field.focus();
      else hits[Math.min(next, hits.length - 1)]?.focus();
    };
    element?.addEventListener("keydown", walk);
    return () => element?.removeEventListener("keydown", walk);
  }, [page]);
}
