import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and while its page is hydrated, true from then on and wherever something is shown later. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
