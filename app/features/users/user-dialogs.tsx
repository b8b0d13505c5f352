import { useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface UserDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeactivateDialog({ person, open, onOpenChange }: UserDialogProps) {
  const trpc = useTRPC();
  const refusal = useRefusal();
  const deactivate = useMutate(trpc.user.deactivate.mutationOptions(), {
    refreshes: ["user"],
    success: "Konto gesperrt.",
    onSuccess: () => onOpenChange(false),
    onRefused: refusal.show,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={refusal.clearing(onOpenChange)}
      title={`Konto von ${person.name} sperren?`}
      description="Alle Sitzungen dieser Person enden sofort, und sie kann sich nicht mehr anmelden. Ihre Einträge bleiben."
      confirmLabel="Sperren"
      pendingLabel="Sperrt …"
      pending={deactivate.isPending}
      errors={refusal.errors}
      onConfirm={() => deactivate.mutate({ id: person.id })}
    />
  );
}

export function WithdrawDialog({
  person,
  open,
  onOpenChange,
  onWithdrawn,
}: UserDialogProps & { onWithdrawn?: () => void }) {
  const trpc = useTRPC();
  const refusal = useRefusal();
  const withdraw = useMutate(trpc.user.withdrawInvitation.mutationOptions(), {
    refreshes: ["user"],
    success: "Einladung zurückgezogen.",
    onSuccess: () => {
      onOpenChange(false);
      onWithdrawn?.();
    },
    onRefused: refusal.show,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={refusal.clearing(onOpenChange)}
      title={`Einladung für ${person.name} zurückziehen?`}
      description="Der Link gilt dann nicht mehr."
      confirmLabel="Zurückziehen"
      pendingLabel="Zieht zurück …"
      pending={withdraw.isPending}
      errors={refusal.errors}
      onConfirm={() => withdraw.mutate({ id: person.id })}
    />
  );
}

/** What the server refused stays in the dialog until it is closed. */
function useRefusal() {
  const [message, setMessage] = useState<string>();
  return {
    errors: message ? [message] : [],
    show: (error: unknown) => {
      setMessage(problemOf(error)?.message);
      return Boolean(problemOf(error));
    },
    clearing: (onOpenChange: (open: boolean) => void) => (open: boolean) => {
      if (!open) setMessage(undefined);
      onOpenChange(open);
    },
  };
}
