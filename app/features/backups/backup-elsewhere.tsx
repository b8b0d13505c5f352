import { useQuery } from "@tanstack/react-query";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Section } from "../../ui/section.tsx";
import { CodeSample } from "../api/docs/code-sample.tsx";

/** How a backup comes back, and the tick of who backs up in another way. */
export function BackupElsewhere({ view }: { view: SettingsView<"backup"> }) {
  const { isArranged, schedule } = view.values;
  const trpc = useTRPC();
  const command = useQuery(trpc.backup.get.queryOptions({})).data?.command ?? "./techcenter";
  const saving = useMutate(trpc.setting.update.mutationOptions(), {
    refreshes: ["setting", "dashboard", "backup"],
    success: "Gespeichert.",
  });
  const isOn = saving.isPending ? saving.variables.values?.isArranged === true : isArranged;
  return (
    <>
      <Section title="Zurückspielen" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Auf dem Rechner, bei angehaltenem Portal. Alles wird geprüft, bevor etwas ersetzt wird; was da war, bleibt in
          einem Ordner daneben.
        </p>
        <div className="mt-3 max-w-[640px]">
          <CodeSample text={`${command} restore --from ZIEL --force`} label="Befehl kopieren" />
        </div>
      </Section>
      {schedule === "off" && (
        <div className="mt-9">
          <Switch
            label="Backup ist eingerichtet"
            checked={isOn}
            disabled={saving.isPending}
            onChange={(event) =>
              saving.mutate({ section: "backup", values: { isArranged: event.target.checked }, version: view.version })
            }
          />
          <p className="mt-1 max-w-[640px] text-meta text-text-3">
            Wenn du das Portal auf anderem Weg sicherst. Hakt den ersten Schritt auf dem Dashboard ab, für alle Admins.
          </p>
        </div>
      )}
    </>
  );
}
