import type { History } from "../../../contract/changes/record-history.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { declarationFor } from "../../../contract/records/list-state.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { FilterSelect } from "../../ui/form/filter-select.tsx";

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
      <FilterSelect
        label="Person"
        all="Alle Personen"
        className="w-48 max-md:flex-1"
        labels={Object.fromEntries(people.map(({ id, name }) => [id, name]))}
        value={person}
        onChange={(next) => onChange({ person: next })}
      />
      <FilterSelect
        label="Feld"
        all="Alle Felder"
        className="w-56 max-md:flex-1"
        labels={Object.fromEntries(sorted.map(([name, { label }]) => [name, label]))}
        value={field}
        onChange={(next) => onChange({ field: next })}
      />
    </search>
  );
}
