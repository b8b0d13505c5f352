import { type FormEvent, useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";

interface RemoveTotpDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RemoveTotpDialog({ open, onOpenChange }: RemoveTotpDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      title="Authenticator-App entfernen?"
      description="Danach genügt zur Anmeldung wieder, was sonst eingerichtet ist."
    >
      <RemoveTotpForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RemoveTotpForm({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC();
  const [proof, setProof] = useState("");
  const { refusals, onRefused, forget } = useRefusals();
  const remove = useMutate(trpc.security.removeTotp.mutationOptions(), {
    refreshes: ["security"],
    success: "Authenticator-App entfernt.",
    onSuccess: onDone,
    onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    if (!remove.isPending) remove.mutate({ proof });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px]">
      <Field label="Passwort oder Code" errors={refusals}>
        <PasswordInput
          value={proof}
          onChange={(event) => setProof(event.target.value)}
          autoComplete="current-password"
        />
      </Field>
      <DialogFooter onCancel={onDone} className="mt-[22px]">
        <Button type="submit" variant="danger-fill" loading={remove.isPending} loadingLabel="Entfernt …">
          Entfernen
        </Button>
      </DialogFooter>
    </form>
  );
}
