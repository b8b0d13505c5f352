import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { Feature } from "../../../contract/live/live-events.ts";
import { newClientId } from "../new-client-id.ts";
import { useInvalidate } from "./invalidate.ts";
import { useMutate } from "./mutate.ts";

interface CreateOnceOptions<Result> {
  feature: Feature;
  onCreated: (result: Result) => void;
  showRefusal: (error: unknown) => boolean;
}

/** Creates what is shown this once: a form sends the same `creationId` with every attempt, so that only one is made. */
export function useCreateOnce<Result, Failure extends { message: string }, Input>(
  mutation: UseMutationOptions<Result, Failure, Input>,
  { feature, onCreated, showRefusal }: CreateOnceOptions<Result>,
) {
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const create = useMutate(mutation, {
    refreshes: [feature],
    onSuccess: onCreated,
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate([feature]);
      return showRefusal(error);
    },
  });
  return { create, creationId };
}
