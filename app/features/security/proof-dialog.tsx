import { useQuery } from "@tanstack/react-query";
import { KeyRound, LogIn } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { SecurityOverview } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { readCsrfToken } from "../../lib/people/session-client.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { PasswordInput, TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { ProviderForm } from "../auth/other-sign-in-methods.tsx";
import { answerPasskey } from "./answer-passkey.ts";

interface ProofDialogProps {
  open: boolean;
  onClose: () => void;
  onProved: () => void;
}

/** Asks for a recent proof of who sits here, by whatever their account has. */
export function ProofDialog({ open, onClose, onProved }: ProofDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Bist du es?"
      description="Deine letzte Bestätigung ist länger als 10 Minuten her. Bestätige kurz, dass du es bist."
    >
      <Methods onProved={onProved} onCancel={onClose} />
    </Dialog>
  );
}

interface MethodsProps {
  onProved: () => void;
  onCancel: () => void;
}

function Methods({ onProved, onCancel }: MethodsProps) {
  const overview = useQuery(useTRPC().security.get.queryOptions());
  if (overview.data) return <ProofForm methods={overview.data} onProved={onProved} onCancel={onCancel} />;
  return (
    <div className="mt-[18px]">
      {overview.isError ? (
        <ListError
          errorId={problemOf(overview.error)?.requestId}
          onRetry={() => overview.refetch()}
          retrying={overview.isFetching}
        />
      ) : (
        <RowSkeletons rows={1} />
      )}
    </div>
  );
}

function ProofForm({ methods, onProved, onCancel }: MethodsProps & { methods: SecurityOverview }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const { hasPassword, totp, passkeys, linkedSignIns, provider } = methods;
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
  const isTyped = hasPassword || totp !== null;
  const isPending = byPassword.isPending || byCode.isPending;
  const offersProvider = !hasPassword && provider !== null && linkedSignIns.length > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setRefusal(undefined);
    if (hasPassword) byPassword.mutate({ password: typed });
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
    <div className="mt-[18px] grid gap-[18px]">
      {offersProvider && <ProviderProof label={provider.label} onProved={onProved} />}
      <form onSubmit={submit} noValidate className="grid gap-[18px]">
        {!isTyped && refusal && <FormNotice text={refusal} />}
        {hasPassword && (
          <Field label="Passwort" errors={errors}>
            <PasswordInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="current-password"
              autoFocus
            />
          </Field>
        )}
        {!hasPassword && totp && (
          <Field label="Code" hint="Aus deiner Authenticator-App." errors={errors}>
            <TextInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              className="font-mono"
            />
          </Field>
        )}
        {!isTyped && passkeys.length === 0 && !offersProvider && (
          <p className="text-ui text-text-2">Melde dich dafür ab und wieder an: Das gilt als Bestätigung.</p>
        )}
        <DialogFooter onCancel={onCancel}>
          {passkeys.length > 0 && (
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
    </div>
  );
}

const askEveryMs = 1500;

/** Asks the provider in a tab of its own, so that what was typed here stays; learns from the portal when it is done. */
function ProviderProof({ label, onProved }: { label: string; onProved: () => void }) {
  const trpc = useTRPC();
  const [askedAt, setAskedAt] = useState<number>();
  const isWaiting = askedAt !== undefined;
  const csrf = useQuery({ queryKey: ["csrf"], queryFn: readCsrfToken, staleTime: 0 });
  const overview = useQuery({
    ...trpc.security.get.queryOptions(),
    refetchInterval: isWaiting ? askEveryMs : false,
    refetchOnWindowFocus: isWaiting,
  });
  const isProved = isWaiting && overview.dataUpdatedAt > askedAt && overview.data?.confirmedUntil !== null;
  useEffect(() => {
    if (isProved) onProved();
  }, [isProved, onProved]);
  return (
    <div className="grid gap-2" aria-live="polite">
      <ProviderForm csrfToken={csrf.data ?? ""} callbackUrl="/" purpose="confirm">
        <Button type="submit" icon={LogIn} disabled={!csrf.data} onClick={() => setAskedAt(Date.now())}>
          <span className="min-w-0 truncate">Mit {label} bestätigen</span>
        </Button>
      </ProviderForm>
      <p className="text-meta text-text-3">
        {isWaiting
          ? "Melde dich im neuen Tab noch einmal an. Danach geht es hier weiter."
          : "Öffnet einen neuen Tab, in dem du dich dort noch einmal anmeldest."}
      </p>
    </div>
  );
}
