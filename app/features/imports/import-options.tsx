import { targetOf } from "../../../contract/imports/import-fields.ts";
import { type ImportView, importModeLabels } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Section } from "../../ui/section.tsx";
import type { MappingState } from "./use-mapping.ts";

/** What becomes of rows that are new, of names that nobody knows, and of dates and amounts in other notations. */
export function ImportOptions({ view, mapping }: { view: ImportView; mapping: MappingState }) {
  const { settings, creatable, change } = mapping;
  const { fields, naturalKeys } = declarationOf(view.type);
  const kinds = new Set(settings.columns.map((name) => name && fields[name]?.kind));
  const keys = naturalKeys.map((name) => fields[name]?.label).join(", sonst ");
  const toggle = (name: string, isOn: boolean) =>
    change({
      createMissing: isOn ? [...settings.createMissing, name] : settings.createMissing.filter((one) => one !== name),
    });
  return (
    <Section title="Übernahme">
      <div className="mt-4 grid gap-x-6 gap-y-5 lg:grid-cols-3">
        <Field label="Zeilen" hint={`Vorhandene erkennt das Portal an: ${keys}. Leere Zellen ändern nichts.`}>
          <ChoiceSelect labels={importModeLabels} value={settings.mode} onChange={(mode) => change({ mode })} />
        </Field>
        {kinds.has("date") && (
          <Field label="Datum mit Schrägstrichen" hint="20.11.2026 und 2026-11-20 werden immer verstanden.">
            <ChoiceSelect
              labels={{ dmy: "Tag zuerst: 20/11/2026", mdy: "Monat zuerst: 11/20/2026" }}
              value={settings.dates}
              onChange={(dates) => change({ dates })}
            />
          </Field>
        )}
        {kinds.has("money") && (
          <Field label="Beträge">
            <ChoiceSelect
              labels={{ comma: "Deutsch: 1.234,50", point: "Englisch: 1,234.50" }}
              value={settings.decimals}
              onChange={(decimals) => change({ decimals })}
            />
          </Field>
        )}
      </div>
      {creatable.length > 0 && (
        <fieldset className="mt-5">
          <legend className="text-ui font-medium">Fehlende anlegen</legend>
          <p className="mt-0.5 text-meta text-text-3">
            Sonst ist eine Zeile ein Fehler, wenn sie einen Namen nennt, den es hier nicht gibt.
          </p>
          <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1.5">
            {creatable.map((name) => (
              <Checkbox
                key={name}
                className="min-h-8 text-ui"
                label={missingLabel(view, name)}
                checked={settings.createMissing.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </Section>
  );
}

/** „Kunden“, and „Standorte (Ausgegeben an)“ where the field is called otherwise. */
function missingLabel({ type }: ImportView, name: string): string {
  const field = declarationOf(type).fields[name];
  const target = field && targetOf(field);
  if (!field || !target || target === "user") return name;
  const { many, one } = declarationOf(target).labels;
  return field.label === one || field.label === many ? many : `${many} (${field.label})`;
}
