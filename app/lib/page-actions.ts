import { useEffect, useRef, useSyncExternalStore } from "react";
import type { PaletteAction } from "./palette-action.ts";

/** What a page offers in the palette while it is shown: the group is „Dieser Eintrag“. */
export type PageAction = Omit<PaletteAction, "group">;

let shown: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function show(actions: readonly PageAction[]): void {
  shown = actions;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
    show(offered);
    return () => {
      if (shown === offered) show([]);
    };
  }, [key]);
}

const none: readonly PageAction[] = [];

/** What the page on screen offers. */
export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
}
