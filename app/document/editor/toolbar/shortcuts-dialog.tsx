import { Kbd } from "../../../ui/kbd.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useKeyLabels } from "./tool-button.tsx";

const groups: { name: string; keys: [string, string][] }[] = [
  {
    name: "Schreiben",
    keys: [
      ["Mod-B", "Fett"],
      ["Mod-I", "Kursiv"],
      ["Mod-Shift-S", "Durchgestrichen"],
      ["Mod-E", "Code im Text"],
      ["Mod-,", "Tiefgestellt"],
      ["Mod-.", "Hochgestellt"],
      ["Mod-Shift-K", "Link"],
      ["Mod-Z", "Rückgängig"],
      ["Mod-Shift-Z", "Wiederholen"],
    ],
  },
  {
    name: "Blöcke",
    keys: [
      ["Mod-Shift-0", "Text"],
      ["Mod-Shift-1", "Überschrift 1"],
      ["Mod-Shift-2", "Überschrift 2"],
      ["Mod-Shift-3", "Überschrift 3"],
      ["Mod-Shift-7", "Nummerierte Liste"],
      ["Mod-Shift-8", "Liste"],
      ["Mod-Shift-9", "Aufgabenliste"],
      ["Alt-Shift-ArrowUp", "Block nach oben"],
      ["Alt-Shift-ArrowDown", "Block nach unten"],
      ["Mod-Enter", "Weiter unter Code und Hinweisen"],
    ],
  },
  {
    name: "Bewegen",
    keys: [
      ["Tab", "Punkt einrücken, nächste Zelle"],
      ["Shift-Tab", "Punkt ausrücken, vorige Zelle"],
      ["Alt-F10", "Zur Werkzeugleiste"],
      ["Esc", "Zurück zum Text"],
    ],
  },
];

const typed: [string, string][] = [
  ["/", "Block einfügen"],
  ["@", "Person oder Eintrag erwähnen"],
  ["[[", "Wiki-Seite verlinken"],
  ["##", "Überschrift"],
  ["-", "Liste"],
  ["1.", "Nummerierte Liste"],
  ["[ ]", "Aufgabe"],
  [">", "Zitat"],
  ["```", "Code"],
  ["|Name|Wert|", "Tabelle"],
  ["---", "Trennlinie"],
  ["**fett**", "Fett"],
  ["`code`", "Code im Text"],
];

/** All keys of the editor, and what can be typed instead. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const keyLabels = useKeyLabels();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Tastenkürzel" width={560}>
      {groups.map(({ name, keys }) => (
        <Keys key={name} name={name} rows={keys.map(([shortcut, does]) => [keyLabels(shortcut), does])} />
      ))}
      <Keys name="Am Anfang einer Zeile tippen" rows={typed} />
    </Dialog>
  );
}

function Keys({ name, rows }: { name: string; rows: [string, string][] }) {
  return (
    <section className="mt-5">
      <h3>{name}</h3>
      <dl className="mt-1 gap-x-8 md:columns-2">
        {rows.map(([keys, does]) => (
          <div key={keys} className="flex break-inside-avoid items-baseline justify-between gap-4 border-b py-1.5">
            <dt className="text-ui text-text-2">{does}</dt>
            <dd className="flex-none">
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
