import { useCallback, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../../lib/use-isomorphic-layout-effect.ts";

/** Returns one function for the whole life of a component, which calls what was last rendered; for memoised children. */
export function useStableCallback<Input extends unknown[]>(
  callback: (...input: Input) => void,
): (...input: Input) => void {
  const latest = useRef(callback);
  useIsomorphicLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...input) => latest.current(...input), []);
}
