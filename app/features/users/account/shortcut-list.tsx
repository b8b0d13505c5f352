import { useShortcutLabel } from "../../../lib/shortcuts.ts";
import { listKeys } from "../../../records/list/use-list-keys.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { Section } from "../../../ui/section.tsx";
import { needKeys } from "../../dashboard/needs/need-keys.ts";
import { feedbackShortcut } from "../../feedback/feedback-shortcut.ts";
import { maintenanceKey } from "../../maintenance/use-maintenance-key.ts";
import { taskKey } from "../../tasks/use-task-key.ts";

/** The keys of the portal; the editor of the wiki shows its own. */
export function ShortcutList() {
  return (
    <Section title="Kürzel" className="mt-11">
      <ShortcutTables />
      <p className="mt-3 text-ui text-text-2">
        Beim Schreiben im Wiki zeigt die Werkzeugleiste unter „Tastenkürzel“ alles Weitere.
      </p>
    </Section>
  );
}

/** What is pressed, and what it does, by where it works. */
export function ShortcutTables() {
  const everywhere = [
    [useShortcutLabel("mod+k"), "Suche und Befehle"],
    [useShortcutLabel("mod+j"), "Hell und dunkel wechseln"],
    [useShortcutLabel(feedbackShortcut), "Feedback geben"],
    [useShortcutLabel("mod+enter"), "Formular speichern"],
    [taskKey, "Neue Aufgabe, zu dem Eintrag, der gezeigt wird"],
    [maintenanceKey, "Wartung der gezeigten Website, des Hosters oder Kunden starten, für Betreuer"],
    ["?", "Kürzel zeigen"],
  ] as const;
  return (
    <div className="grid gap-x-10 md:grid-cols-2">
      <Keys title="Überall" rows={everywhere} />
      <Keys title="In Listen" rows={listKeys} />
      <Keys title="Im Handlungsbedarf" rows={needKeys} />
    </div>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <div className="mt-4">
      <h3 className="text-ui font-semibold">{title}</h3>
      <dl className="mt-1">
        {rows.map(([keys, does]) => (
          <div key={does} className="flex min-h-9 items-center justify-between gap-3 border-b text-ui">
            <dt className="min-w-0 text-text-2">{does}</dt>
            <dd className="flex flex-none gap-1">
              {keys.includes("Strg") || keys.includes("⌘") ? (
                <Kbd>{keys}</Kbd>
              ) : (
                keys.split(" ").map((key) => <Kbd key={key}>{key}</Kbd>)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
