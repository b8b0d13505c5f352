import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { makePasskey } from "./answer-passkey.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface AddPasskeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AddPasskeyDialog({ open, onOpenChange }: AddPasskeyDialogProps) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    setCodes(undefined);
    onOpenChange(false);
    void queryClient.invalidateQueries(trpc.security.get.queryFilter());
  };
  return (
    <Dialog
      width={codes ? 560 : 440}
      open={open}
      onOpenChange={(next) => !next && close()}
      title={codes ? "Deine Wiederherstellungscodes" : "Passkey hinzufügen"}
      description={
        codes
          ? "Damit kommst du hinein, wenn dein Gerät fehlt. Sie werden nur jetzt angezeigt."
          : "Dein Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN."
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <AddPasskeyForm
          onAdded={(recoveryCodes) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : close())}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

interface AddPasskeyFormProps {
  onAdded: (recoveryCodes: string[]) => void;
  onCancel?: () => void;
}

/** Names a new passkey and makes it. */
export function AddPasskeyForm({ onAdded, onCancel }: AddPasskeyFormProps) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [isMaking, setIsMaking] = useState(false);
  const onRefused = (error: unknown) => {
    setRefusal(problemOf(error)?.message);
    return problemOf(error)?.problem !== undefined;
  };
  const add = useMutate(trpc.security.addPasskey.mutationOptions(), {
    refreshes: [],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onRefused,
  });
  const begin = useMutate(trpc.security.beginPasskey.mutationOptions(), {
    refreshes: [],
    onRefused,
    onSuccess: async (options) => {
      setIsMaking(true);
      const answer = await makePasskey(options);
      setIsMaking(false);
      if ("response" in answer) add.mutate({ name, response: answer.response });
      else setRefusal(answer.message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (begin.isPending || isMaking || add.isPending) return;
    setRefusal(name.trim() === "" ? "Name: Pflichtfeld." : undefined);
    if (name.trim() !== "") begin.mutate();
  };
  const isNameMissing = refusal?.startsWith("Name:");
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {refusal && !isNameMissing && <FormNotice text={refusal} />}
      <Field label="Name" hint="Etwa das Gerät: „Laptop Büro“." errors={refusal && isNameMissing ? [refusal] : []}>
        <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={60} autoComplete="off" />
      </Field>
      <DialogFooter onCancel={onCancel}>
        <Button
          type="submit"
          variant="primary"
          loading={begin.isPending || isMaking || add.isPending}
          loadingLabel="Wartet auf dein Gerät …"
        >
          Passkey erstellen
        </Button>
      </DialogFooter>
    </form>
  );
}
