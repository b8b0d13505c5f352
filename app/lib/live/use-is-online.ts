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

/** Whether the browser has a network; true on the server. */
export function useIsOnline(): boolean {
  return useStore(connectivity);
}
