import { useState } from "react";
import type { BackupSettings } from "../../../contract/settings/backup.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";

interface FreshKey {
  identity: string;
  recipient: string;
}

/** The key that opens backups without this host. It is made in the browser; the portal only ever learns its public part. */
export function RecoveryKey({ view }: { view: SettingsView }) {
  const { recipient } = view.values as BackupSettings;
  const [fresh, setFresh] = useState<FreshKey>();
  const [isMaking, setIsMaking] = useState(false);
  const make = async () => {
    setIsMaking(true);
    // Loaded only by whoever makes a key.
    const age = await import("age-encryption");
    const identity = await age.generateX25519Identity();
    setFresh({ identity, recipient: await age.identityToRecipient(identity) });
    setIsMaking(false);
  };
  return (
    <Section title="Wiederherstellungsschlüssel" className="mt-11">
      <p className="mt-3 max-w-[640px] text-text-2">
        Backups sind verschlüsselt. Geht dieser Rechner verloren, öffnet sie nur dieser Schlüssel: Bewahre ihn anderswo
        auf, zum Beispiel in einem Passwort-Manager und ausgedruckt. Das Portal kennt ihn nicht und kann ihn nie wieder
        zeigen.
      </p>
      {fresh ? (
        <TypeBack fresh={fresh} version={view.version} onDone={() => setFresh(undefined)} />
      ) : (
        <>
          <p className="mt-3 max-w-[640px] text-ui text-text-2 [overflow-wrap:anywhere]">
            {recipient ? (
              <>
                Eingerichtet, öffentlicher Teil: <code className="font-mono">{recipient}</code>
              </>
            ) : (
              "Noch keiner."
            )}
          </p>
          <Button className="mt-3" loading={isMaking} loadingLabel="Wird erzeugt …" onClick={() => void make()}>
            {recipient ? "Neuen Schlüssel erzeugen" : "Schlüssel erzeugen"}
          </Button>
        </>
      )}
    </Section>
  );
}

function TypeBack({ fresh, version, onDone }: { fresh: FreshKey; version: number; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const saving = useMutate(useTRPC().setting.update.mutationOptions(), {
    refreshes: ["setting", "backup"],
    success: "Der Schlüssel gilt ab dem nächsten Backup.",
    onSuccess: onDone,
  });
  const save = () => {
    const isSame = typed.trim().toUpperCase() === fresh.identity;
    setIsWrong(!isSame);
    if (isSame) saving.mutate({ section: "backup", values: { recipient: fresh.recipient }, version });
  };
  return (
    <div className="mt-[18px] grid max-w-[640px] gap-[18px]">
      <TextInput
        readOnly
        value={fresh.identity}
        aria-label="Neuer Schlüssel"
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={<CopyButton text={fresh.identity} label="Schlüssel kopieren" />}
      />
      <Field
        label="Schlüssel zur Kontrolle"
        hint="Gib ihn von dort ein, wo du ihn aufbewahrt hast. Ältere Backups öffnet weiter der bisherige Schlüssel."
        errors={isWrong ? ["Schlüssel zur Kontrolle: Das ist nicht der Schlüssel von oben."] : []}
      >
        <TextInput
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={saving.isPending} loadingLabel="Speichert …" onClick={save}>
          Schlüssel verwenden
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Abbrechen
        </Button>
      </div>
    </div>
  );
}
