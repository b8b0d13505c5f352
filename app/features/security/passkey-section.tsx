import { Fingerprint, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { OwnPasskey } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { knowsPasskeys } from "../auth/passkey-errors.ts";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { MethodRow } from "./method-row.tsx";
import { RenamePasskeyDialog } from "./rename-passkey-dialog.tsx";

export function PasskeySection({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const [isKnown, setIsKnown] = useState(true);
  useEffect(() => setIsKnown(knowsPasskeys()), []);
  return (
    <Section
      title="Passkeys"
      className="mt-11"
      aside={
        isKnown && (
          <Button size="sm" icon={Plus} className="mb-1.5" onClick={() => setIsAdding(true)}>
            Passkey hinzufügen
          </Button>
        )
      }
    >
      {passkeys.length === 0 && (
        <p className="border-b py-4 text-text-2">
          {isKnown
            ? "Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder PIN an, ohne Passwort."
            : "Passkeys brauchen eine Adresse mit https. Öffne das Portal über sie, um einen hinzuzufügen."}
        </p>
      )}
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <AddPasskeyDialog open={isAdding} onOpenChange={setIsAdding} />
    </Section>
  );
}

function PasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<"rename" | "remove">();
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  const close = () => setAsked(undefined);
  const remove = useMutate(trpc.security.removePasskey.mutationOptions(), {
    refreshes: ["security"],
    success: "Passkey entfernt.",
    onSuccess: close,
  });
  const used = lastUsedAt ? `Zuletzt verwendet ${formatDateTime(lastUsedAt)}` : "Noch nicht verwendet";
  return (
    <MethodRow
      icon={Fingerprint}
      title={
        <>
          {name}
          {isSynced && <Tag>Synchronisiert</Tag>}
        </>
      }
      text={`${used} · Hinzugefügt ${formatDateTime(createdAt)}`}
    >
      <Button size="sm" aria-label={`Passkey „${name}“ umbenennen`} onClick={() => setAsked("rename")}>
        Umbenennen
      </Button>
      <Button size="sm" variant="danger" aria-label={`Passkey „${name}“ entfernen`} onClick={() => setAsked("remove")}>
        Entfernen
      </Button>
      <RenamePasskeyDialog passkey={passkey} open={asked === "rename"} onClose={close} />
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={(open) => !open && close()}
        title={`Passkey „${name}“ entfernen?`}
        description="Mit ihm kommt dann niemand mehr hinein. Auf dem Gerät selbst bleibt er, bis du ihn dort löschst."
        confirmLabel="Entfernen"
        pending={remove.isPending}
        pendingLabel="Entfernt …"
        onConfirm={() => remove.mutate({ id })}
      />
    </MethodRow>
  );
}
