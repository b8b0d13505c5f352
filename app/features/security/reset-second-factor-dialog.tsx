import { useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface ResetSecondFactorDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** For an admin, about somebody who has lost every second factor. */
export function ResetSecondFactorDialog({ person, open, onOpenChange }: ResetSecondFactorDialogProps) {
  const trpc = useTRPC();
  const [refusal, setRefusal] = useState<string>();
  const close = (next: boolean) => {
    setRefusal(undefined);
    onOpenChange(next);
  };
  const reset = useMutate(trpc.security.resetSecondFactor.mutationOptions(), {
    refreshes: ["user"],
    success: "Zweiter Faktor zurückgesetzt.",
    onSuccess: () => close(false),
    onRefused: (error) => {
      setRefusal(problemOf(error)?.message);
      return problemOf(error)?.problem !== undefined;
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Zweiten Faktor von ${person.name} zurücksetzen?`}
      description="Authenticator-App, Passkeys und Wiederherstellungscodes gelten dann nicht mehr. Die Person erfährt davon."
      confirmLabel="Zurücksetzen"
      pending={reset.isPending}
      pendingLabel="Setzt zurück …"
      errors={refusal ? [refusal] : []}
      onConfirm={() => reset.mutate({ userId: person.id })}
    />
  );
}
