import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";

/** Votes for an entry and follows it. */
export function useSupport() {
  const trpc = useTRPC();
  const refreshes = ["feedback"] as const;
  return {
    vote: useMutate(trpc.feedback.vote.mutationOptions(), { refreshes }),
    follow: useMutate(trpc.feedback.follow.mutationOptions(), { refreshes }),
  };
}
