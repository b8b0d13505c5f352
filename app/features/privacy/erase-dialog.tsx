import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface EraseDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: () => void;
}

/** The name has to be typed, so that nobody erases the wrong person. */
export function EraseDialog({ person, open, onOpenChange, onErased }: EraseDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const erase = useMutate(trpc.privacy.erasePerson.mutationOptions(), {
    refreshes: ["user", "change"],
    success: "Daten gelöscht.",
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.privacy.erasures.queryFilter());
      onOpenChange(false);
      onErased();
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
      title={`Daten von ${person.name} löschen?`}
      description="Name, Adressen, Sitzungen, Benachrichtigungen und private Seiten werden endgültig gelöscht. Auch im Verlauf steht die Person danach ohne Namen."
      nameToType={person.name}
      confirmLabel="Endgültig löschen"
      pendingLabel="Löscht …"
      pending={erase.isPending}
      errors={errors}
      onConfirm={() => erase.mutate({ id: person.id, name: person.name })}
    />
  );
}
