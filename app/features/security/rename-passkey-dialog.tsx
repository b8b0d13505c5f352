import { type FormEvent, useState } from "react";
import type { OwnPasskey } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";

interface RenamePasskeyDialogProps {
  passkey: OwnPasskey;
  open: boolean;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, open, onClose }: RenamePasskeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Passkey umbenennen">
      <RenameForm passkey={passkey} onDone={onClose} />
    </Dialog>
  );
}

function RenameForm({ passkey, onDone }: { passkey: OwnPasskey; onDone: () => void }) {
  const trpc = useTRPC();
  const [name, setName] = useState(passkey.name);
  const { refusals, onRefused } = useRefusals();
  const rename = useMutate(trpc.security.renamePasskey.mutationOptions(), {
    refreshes: ["security"],
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate({ params: { id: passkey.id }, body: { name } });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px]">
      <Field label="Name" errors={refusals}>
        <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={60} autoComplete="off" />
      </Field>
      <DialogFooter onCancel={onDone} className="mt-[22px]">
        <Button type="submit" variant="primary" loading={rename.isPending}>
          Speichern
        </Button>
      </DialogFooter>
    </form>
  );
}
