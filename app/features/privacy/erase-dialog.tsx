import { type UseMutationOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Feature } from "../../../contract/live/live-events.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface EraseDialogProps<Result, Failure extends { message: string }, Input> {
  name: string;
  description: string;
  mutation: UseMutationOptions<Result, Failure, Input>;
  input: Input;
  refreshes: readonly Feature[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: () => void;
}

/** The name has to be typed, so that nobody erases the wrong person; what the server refuses about it stands there. */
export function EraseDialog<Result, Failure extends { message: string }, Input>(
  props: EraseDialogProps<Result, Failure, Input>,
) {
  const { name, description, mutation, input, refreshes, open, onOpenChange, onErased } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const erase = useMutate(mutation, {
    refreshes,
    success: "Daten gelöscht.",
    onSuccess: async () => {
      onOpenChange(false);
      onErased();
      await queryClient.invalidateQueries(trpc.privacy.erasures.queryFilter());
      await queryClient.invalidateQueries(trpc.privacy.proposals.queryFilter());
    },
    onRefused: (error) => {
      const problem = problemOf(error);
      setErrors(problem ? (problem.fields?.name ?? [problem.message]) : []);
      return problem !== undefined;
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setErrors([]);
        onOpenChange(next);
      }}
      title={`Daten von ${name} löschen?`}
      description={description}
      nameToType={name}
      confirmLabel="Endgültig löschen"
      pendingLabel="Löscht …"
      pending={erase.isPending}
      errors={errors}
      onConfirm={() => erase.mutate(input)}
    />
  );
}
