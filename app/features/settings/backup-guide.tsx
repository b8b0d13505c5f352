import type { ReactNode } from "react";
import { backupSettings } from "../../../contract/settings/backup.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Section } from "../../ui/section.tsx";
import { CodeSample } from "../api/docs/code-sample.tsx";

const copyDatabase = 'sqlite3 data/techcenter.sqlite ".backup backup/techcenter.sqlite"';

/** What to back up and how, since the portal does not do it by itself yet, and the tick of who has arranged it. */
export function BackupGuide({ view }: { view: SettingsView }) {
  const { isArranged } = backupSettings.parse(view.values);
  const saving = useMutate(useTRPC().setting.update.mutationOptions(), {
    refreshes: ["setting", "dashboard"],
    success: "Gespeichert.",
  });
  const isOn = saving.isPending ? saving.variables.values?.isArranged === true : isArranged;
  return (
    <>
      <p className="max-w-[640px] text-text-2">
        Das Portal sichert sich noch nicht selbst. Richte das Backup dort ein, wo das Portal läuft: Alles liegt im
        Datenordner (<Code>DATA_DIR</Code>, ohne Angabe <Code>./data</Code>).
      </p>
      <Section title="Was dazugehört" className="mt-9">
        <ul className="mt-3 grid max-w-[640px] list-disc gap-1.5 pl-5 text-text-2">
          <li>
            <Code>techcenter.sqlite</Code>: die Datenbank
          </li>
          <li>
            <Code>uploads/</Code>: alle Dateien und Bilder; liegen sie in einem S3-Speicher, dann dessen Bucket
          </li>
          <li>
            <Code>secrets.json</Code>: öffnet, was die Datenbank verschlüsselt enthält. Ohne sie sind die Zugänge zu
            Mail-Server und Anbieter, Webhook-Geheimnisse und Authenticator-Apps verloren
          </li>
        </ul>
        <p className="mt-3 max-w-[640px] text-text-2">
          Die drei gehören zusammen und sind so vertraulich wie das Portal selbst. <Code>cache/</Code> und{" "}
          <Code>exports/</Code> dürfen fehlen.
        </p>
      </Section>
      <Section title="So geht es" className="mt-9">
        <ol className="mt-3 grid max-w-[640px] list-decimal grid-cols-[minmax(0,1fr)] gap-3 pl-5 text-text-2">
          <li>
            Im Betrieb, zum Beispiel jede Nacht: die Datenbank mit SQLite kopieren, danach <Code>uploads/</Code> und{" "}
            <Code>secrets.json</Code>.
            <CodeSample text={copyDatabase} label="Befehl kopieren" />
          </li>
          <li>Oder: das Portal anhalten, den ganzen Datenordner kopieren, wieder starten.</li>
        </ol>
        <p className="mt-3 max-w-[640px] text-text-2">
          Kopiere die Datei der Datenbank nie einfach so, während das Portal läuft: Die Kopie wäre unbrauchbar. Bewahre
          Backups auf einem anderen Rechner auf und spiele eines probeweise zurück: in einen leeren Datenordner legen,
          das Portal damit starten, anmelden.
        </p>
      </Section>
      <div className="mt-9">
        <Switch
          label="Backup ist eingerichtet"
          checked={isOn}
          disabled={saving.isPending}
          onChange={(event) =>
            saving.mutate({ section: "backup", values: { isArranged: event.target.checked }, version: view.version })
          }
        />
        <p className="mt-1 text-meta text-text-3">Hakt den ersten Schritt auf dem Dashboard ab, für alle Admins.</p>
      </div>
    </>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.92em] text-text-1 [overflow-wrap:anywhere]">{children}</code>;
}
