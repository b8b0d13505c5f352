import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useId } from "react";
import type { Feature } from "../../../contract/live/live-events.ts";
import { showFailure, showToast } from "../dialogs/toasts.ts";
import { doubtSession } from "../people/session-client.ts";
import { useInvalidate } from "./invalidate.ts";
import { isUnproven, useProof } from "./proof.ts";
import { problemOf } from "./trpc.tsx";

interface MutateOptions<Result> {
  refreshes: readonly Feature[];
  /** The title of the toast that says it worked. */
  success?: string;
  onSuccess?: (result: Result) => void | Promise<void>;
  /** Shows a refusal in its place and returns true; everything else becomes the red toast. */
  onRefused?: (error: unknown) => boolean;
  /**
   * Sends each call only when the one before has been answered and shown. Calls in flight together travel on
   * connections of their own, and the server may take them in any order.
   */
  isInOrder?: boolean;
}

/**
 * The one way to write: a mutation that refreshes its features and leaves no failure unsaid. Where the portal wants a
 * proof of who sits here, it is asked for, and the same is sent once more.
 */
export function useMutate<Result, Failure extends { message: string }, Input>(
  mutation: UseMutationOptions<Result, Failure, Input>,
  { refreshes, success, onSuccess, onRefused, isInOrder = false }: MutateOptions<Result>,
): UseMutationResult<Result, Failure, Input> {
  const invalidate = useInvalidate();
  const prove = useProof();
  const scopeId = useId();
  const { mutationFn } = mutation;
  return useMutation({
    ...mutation,
    ...(isInOrder && { scope: { id: scopeId } }),
    mutationFn:
      mutationFn &&
      (async (input, call) => {
        try {
          return await mutationFn(input, call);
        } catch (error) {
          if (!isUnproven(error) || !(await prove?.())) throw error;
          return mutationFn(input, call);
        }
      }),
    onSuccess: async (result) => {
      await invalidate(refreshes);
      if (success) showToast({ tone: "success", title: success });
      await onSuccess?.(result);
    },
    onError: (error) => {
      // They were asked and would rather not.
      if (prove && isUnproven(error)) return;
      // The session is read again: without one the page says so, or leads to the sign-in.
      if (problemOf(error)?.problem === "unauthenticated") return doubtSession();
      if (!onRefused?.(error)) showFailure(problemOf(error)?.message ?? "Der Server antwortet nicht.");
    },
  });
}
