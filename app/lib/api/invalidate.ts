import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Feature } from "../../../contract/live/live-events.ts";

/** Returns a function that marks every query of the given features stale and refetches those on screen. */
export function useInvalidate(): (features: readonly Feature[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (features) => {
      await Promise.all(features.map((feature) => queryClient.invalidateQueries({ queryKey: [[feature]] })));
    },
    [queryClient],
  );
}
