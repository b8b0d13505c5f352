import { type ReadableStore, useStore } from "../store.ts";

const connectivity: ReadableStore<boolean> = {
  read: () => navigator.onLine,
  readOnServer: () => true,
  subscribe(listener) {
    window.addEventListener("online", listener);
    window.addEventListener("offline", listener);
    return () => {
      window.removeEventListener("online", listener);
      window.removeEventListener("offline", listener);
    };
  },
};

export function useIsOnline(): boolean {
  return useStore(connectivity);
}
