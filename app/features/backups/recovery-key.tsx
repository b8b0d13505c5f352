import { useState } from "react";
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
export function RecoveryKey({ view }: { view: SettingsView<"backup"> }) {
  const { recipient } = view.values;
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
      {/* Whole, so that it can be written down from a phone as well. */}
      <div>
        <p className="text-ui font-medium">Neuer Schlüssel</p>
        <div className="mt-1.5 flex items-start gap-2 rounded-10 bg-sunken px-3 py-2">
          <code className="min-w-0 flex-1 select-all py-1 font-mono text-ui [overflow-wrap:anywhere]">
            {fresh.identity}
          </code>
          <CopyButton text={fresh.identity} label="Schlüssel kopieren" />
        </div>
      </div>
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
