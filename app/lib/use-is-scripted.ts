import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while its page comes to life, true from then on and wherever something is shown later. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
