import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { TotpSetUp } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface TotpSetUpDialogProps {
  setUp: TotpSetUp | undefined;
  onClose: () => void;
}

/** Opens as soon as there is a secret. */
export function TotpSetUpDialog({ setUp, onClose }: TotpSetUpDialogProps) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    setCodes(undefined);
    onClose();
    void queryClient.invalidateQueries(trpc.security.get.queryFilter());
  };
  const done = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : close());
  return (
    <Dialog
      width={560}
      open={setUp !== undefined}
      onOpenChange={(open) => !open && close()}
      title={codes ? "Deine Wiederherstellungscodes" : "Authenticator-App einrichten"}
      description={
        codes
          ? "Damit kommst du hinein, wenn dein Telefon fehlt. Sie werden nur jetzt angezeigt."
          : "Scanne den Code mit deiner App und gib die sechs Ziffern ein, die sie zeigt."
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        setUp && <TotpForm setUp={setUp} onConfirmed={done} onCancel={close} />
      )}
    </Dialog>
  );
}

interface TotpFormProps {
  setUp: TotpSetUp;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel?: () => void;
}

/** The QR code, the secret for typing, and the first code of the app. */
export function TotpForm({ setUp, onConfirmed, onCancel }: TotpFormProps) {
  const trpc = useTRPC();
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const confirm = useMutate(trpc.security.confirmTotp.mutationOptions(), {
    refreshes: [],
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onRefused: (error) => {
      setRefusal(problemOf(error)?.message);
      return problemOf(error)?.problem !== undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate({ code });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      <div className="flex flex-wrap items-start gap-5">
        <QrCode modules={setUp.qr} label="QR-Code für die Authenticator-App" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-ui font-medium">Scannen geht nicht?</p>
          <p className="mt-1 text-meta text-text-2">Tippe diesen Schlüssel in die App:</p>
          <p className="mt-2 flex items-start gap-1 rounded-8 bg-sunken py-1 pl-3 pr-1">
            <code className="min-w-0 flex-1 py-1 font-mono text-ui [word-spacing:4px]">{setUp.secret}</code>
            <CopyButton text={setUp.secret.replaceAll(" ", "")} label="Schlüssel kopieren" />
          </p>
          <p className="mt-2 text-meta text-text-3">Zeitbasiert, 6 Ziffern, 30 Sekunden.</p>
        </div>
      </div>
      <Field label="Code" errors={refusal ? [refusal] : []} className="max-w-[200px]">
        <TextInput
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="font-mono"
        />
      </Field>
      <DialogFooter onCancel={onCancel}>
        <Button type="submit" variant="primary" loading={confirm.isPending} loadingLabel="Prüft …">
          Einrichten
        </Button>
      </DialogFooter>
    </form>
  );
}

interface QrCodeProps {
  modules: boolean[][];
  label: string;
}

/** Dark on light in both themes: cameras do not read the inverse. */
function QrCode({ modules, label }: QrCodeProps) {
  const size = modules.length;
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="h-[196px] w-[196px] flex-none rounded-8 border bg-white"
    >
      <path d={path} />
    </svg>
  );
}
