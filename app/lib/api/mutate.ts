import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { Feature } from "../../../contract/live/live-events.ts";
import { showFailure, showToast } from "../dialogs/toasts.ts";
import { useInvalidate } from "./invalidate.ts";
import { problemOf } from "./trpc.tsx";

interface MutateOptions<Result> {
  refreshes: readonly Feature[];
  /** The title of the toast that says it worked. */
  success?: string;
  onSuccess?: (result: Result) => void | Promise<void>;
  /** Shows a refusal in its place and returns true; everything else becomes the red toast. */
  onRefused?: (error: unknown) => boolean;
}

/** The one way to write: a mutation that refreshes its features and leaves no failure unsaid. */
export function useMutate<Result, Failure extends { message: string }, Input>(
  mutation: UseMutationOptions<Result, Failure, Input>,
  { refreshes, success, onSuccess, onRefused }: MutateOptions<Result>,
): UseMutationResult<Result, Failure, Input> {
  const invalidate = useInvalidate();
  return useMutation({
    ...mutation,
    onSuccess: async (result) => {
      await invalidate(refreshes);
      if (success) showToast({ tone: "success", title: success });
      await onSuccess?.(result);
    },
    onError: (error) => {
      if (!onRefused?.(error)) showFailure(problemOf(error)?.message ?? "Der Server antwortet nicht.");
    },
  });
}
