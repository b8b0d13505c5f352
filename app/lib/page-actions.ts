import { useEffect, useRef } from "react";
import type { PaletteAction } from "./palette-action.ts";
import { createStore, useStore } from "./store.ts";

/** What a page offers in the palette while it is shown: the group is „Dieser Eintrag“. */
export type PageAction = Omit<PaletteAction, "group">;

const none: readonly PageAction[] = [];
const offers = createStore(none);

/** Offers actions in the palette as long as the component is mounted. Ids and names decide whether they are others. */
export function usePaletteActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const key = actions.map(({ id, name }) => `${id} ${name}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the actions, which are new in every render
  useEffect(() => {
    const offered = latest.current.map((action) => ({
      ...action,
      perform: () => latest.current.find(({ id }) => id === action.id)?.perform(),
    }));
    offers.set(offered);
    return () => {
      if (offers.read() === offered) offers.set(none);
    };
  }, [key]);
}

/** What the page on screen offers. */
export function usePageActions(): readonly PageAction[] {
  return useStore(offers);
}
