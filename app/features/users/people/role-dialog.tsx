import { type FormEvent, useState } from "react";
import { type Role, roleLabels } from "../../../../contract/roles.ts";
import { roleNotes } from "../../../../contract/users/role-notes.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../../ui/overlays/dialog-footer.tsx";

interface RoleDialogProps {
  person: { id: string; name: string; role: Role };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RoleDialog({ person, open, onOpenChange }: RoleDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rolle ändern" description={person.name}>
      <RoleForm person={person} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RoleForm({ person, onDone }: { person: RoleDialogProps["person"]; onDone: () => void }) {
  const trpc = useTRPC();
  const [role, setRole] = useState(person.role);
  const [refused, setRefused] = useState<string>();
  const save = useMutate(trpc.user.changeRole.mutationOptions(), {
    refreshes: ["user"],
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused: (error) => {
      setRefused(problemOf(error)?.message);
      return Boolean(problemOf(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ id: person.id, role });
  };
  return (
    <form onSubmit={submit} className="mt-[18px]">
      <Field label="Rolle" hint={roleNotes[role]} errors={refused ? [refused] : []}>
        <ChoiceSelect labels={roleLabels} value={role} onChange={setRole} />
      </Field>
      <DialogFooter onCancel={onDone} className="mt-[22px]">
        <Button type="submit" variant="primary" disabled={role === person.role} loading={save.isPending}>
          Speichern
        </Button>
      </DialogFooter>
    </form>
  );
}
