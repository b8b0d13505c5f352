import { useState } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { QuickFill } from "../form/quick-fill.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { RecordValue } from "../values/record-value.tsx";
import { type KeyDatum, keyDataParts } from "./key-data-parts.ts";

/** What was entered of a record, section by section. */
export function KeyData({ record }: { record: RecordRow }) {
  const [all, setAll] = useState(false);
  const ui = useRecordUi(record.type);
  const { parts, hidden } = keyDataParts(record, { ...ui, all });
  return (
    <>
      <div className="gap-x-10 lg:columns-2">
        {parts.map(({ title, rows }) => (
          <Section key={title} title={title} className="break-inside-avoid">
            <KeyValues
              columns={1}
              className="[&_dt]:py-1.5"
              items={rows.map((row) => ({
                key: labelWithin(title, row.field.label),
                value: <Value record={record} {...row} />,
              }))}
            />
          </Section>
        ))}
      </div>
      {(hidden > 0 || all) && (
        <Button variant="ghost" size="sm" className="-ml-2.5 mt-4" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? "Leere Felder verbergen" : `Leere Felder zeigen (${hidden})`}
        </Button>
      )}
    </>
  );
}

function Value({ record, name, field, isEmpty }: { record: RecordRow } & KeyDatum) {
  const Filler = useRecordUi(record.type).fillers?.[name];
  if (isEmpty && Filler && record.can.edit) return <Filler record={record} />;
  if (isEmpty && field.kind !== "flag") {
    const canFill = record.can.edit && !field.readOnly && !field.auto;
    return canFill ? <QuickFill record={record} name={name} field={field} /> : <span className="text-text-3">–</span>;
  }
  return (
    <span className="block min-w-0 py-1.5">
      <RecordValue record={record} name={name} field={field} variant="page" />
    </span>
  );
}

/** The label of a field without what the heading above it has said: „Umfang“ below „Backup“, „Ort“ below „Rechnungsadresse“. */
export function labelWithin(title: string, label: string): string {
  if (label.startsWith(`${title}: `)) return label.slice(title.length + 2);
  const [, rest = label, group = ""] = /^(.+) \((\p{L}+)\)$/u.exec(label) ?? [];
  return group && title.startsWith(group) ? rest : label;
}
