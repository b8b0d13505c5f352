import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SecurityOverview } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { answerPasskey } from "./answer-passkey.ts";

interface ProofDialogProps {
  open: boolean;
  ways: Pick<SecurityOverview, "hasPassword" | "totp" | "passkeys">;
  onClose: () => void;
  onProved: () => void;
}

export function ProofDialog({ open, onClose, ...form }: ProofDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Bist du es?"
      description="Deine Anmeldung ist länger als 15 Minuten her. Bestätige kurz, dass du es bist."
    >
      <ProofForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

type ProofFormProps = Pick<ProofDialogProps, "ways" | "onProved"> & { onCancel: () => void };

function ProofForm({ ways, onProved, onCancel }: ProofFormProps) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const options = {
    refreshes: ["security"] as const,
    onSuccess: onProved,
    onRefused: (error: unknown) => {
      setRefusal(problemOf(error)?.message);
      return problemOf(error)?.problem !== undefined;
    },
  };
  const byPassword = useMutate(trpc.security.confirmWithPassword.mutationOptions(), options);
  const byCode = useMutate(trpc.security.confirmWithCode.mutationOptions(), options);
  const request = useMutate(trpc.security.requestPasskey.mutationOptions(), { ...options, onSuccess: undefined });
  const byPasskey = useMutate(trpc.security.confirmWithPasskey.mutationOptions(), options);
  const isTyped = ways.hasPassword || ways.totp !== null;
  const isPending = byPassword.isPending || byCode.isPending;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setRefusal(undefined);
    if (ways.hasPassword) byPassword.mutate({ password: typed });
    else byCode.mutate({ code: typed });
  };
  const showPasskey = async () => {
    setRefusal(undefined);
    const asked = await request.mutateAsync().catch(() => undefined);
    if (!asked) return;
    const answer = await answerPasskey(asked);
    if ("response" in answer) byPasskey.mutate({ response: answer.response });
    else setRefusal(answer.message);
  };
  const errors = isTyped && refusal ? [refusal] : [];
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {!isTyped && refusal && <FormNotice text={refusal} />}
      {ways.hasPassword && (
        <Field label="Passwort" errors={errors}>
          <PasswordInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
      )}
      {!ways.hasPassword && ways.totp && (
        <Field label="Code" hint="Aus deiner Authenticator-App." errors={errors}>
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono"
          />
        </Field>
      )}
      {!isTyped && ways.passkeys.length === 0 && (
        <p className="text-ui text-text-2">Melde dich dafür ab und wieder an: Das gilt als Bestätigung.</p>
      )}
      <DialogFooter onCancel={onCancel}>
        {ways.passkeys.length > 0 && (
          <Button icon={KeyRound} loading={request.isPending || byPasskey.isPending} onClick={showPasskey}>
            Mit Passkey
          </Button>
        )}
        {isTyped && (
          <Button type="submit" variant="primary" loading={isPending} loadingLabel="Prüft …">
            Bestätigen
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}
