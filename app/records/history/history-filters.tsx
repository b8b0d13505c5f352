import type { History } from "../../../contract/changes/record-history.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { declarationFor } from "../../../contract/records/list-state.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Select } from "../../ui/form/select.tsx";

interface HistoryFiltersProps {
  record: RecordRow;
  people: History["people"];
  field: string;
  person: string;
  onChange: (next: { field?: string; person?: string }) => void;
}

export function HistoryFilters({ record, people, field, person, onChange }: HistoryFiltersProps) {
  const { fields } = declarationFor(declarationOf(record.type), useRole());
  const kept = Object.entries(fields).filter(([, { kind, readOnly }]) => kind !== "machine" && !readOnly);
  const sorted = kept.toSorted(([, a], [, b]) => a.label.localeCompare(b.label, "de"));
  return (
    <search className="mb-2 flex flex-wrap items-center gap-2 md:[&_select]:h-8 md:[&_select]:text-ui">
      <Select
        aria-label="Person"
        className="w-48 max-md:flex-1"
        value={person}
        onChange={(event) => onChange({ person: event.target.value })}
      >
        <option value="">Alle Personen</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Feld"
        className="w-56 max-md:flex-1"
        value={field}
        onChange={(event) => onChange({ field: event.target.value })}
      >
        <option value="">Alle Felder</option>
        {sorted.map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </search>
  );
}
