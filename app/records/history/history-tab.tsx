import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { History } from "../../../contract/changes/record-history.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { declarationFor } from "../../../contract/records/list-state.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { DaySections } from "../../lib/pages/day-sections.tsx";
import { useFilterParams } from "../../lib/pages/use-filter-params.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
import { HistoryRow } from "./history-entry.tsx";

/** The tab „Verlauf“: who changed what and when, newest first. */
export function HistoryTab({ record }: { record: RecordRow }) {
  const { type, id } = record;
  const trpc = useTRPC();
  const { searchParams, change } = useFilterParams();
  const field = searchParams.get("field") ?? "";
  const person = searchParams.get("person") ?? "";
  const page = Math.max(1, Number.parseInt(searchParams.get("page") ?? "1", 10) || 1);
  const where = { ...(field && { field }), ...(person && { actorId: person }) };
  const history = useQuery(
    trpc.change.list.queryOptions({ type, id, page, where }, { placeholderData: keepPreviousData }),
  );

  return (
    <>
      <HistoryFilters
        record={record}
        people={history.data?.people ?? []}
        field={field}
        person={person}
        onChange={change}
      />
      <PagedList
        query={history}
        failure="Der Verlauf konnte nicht geladen werden."
        rows={4}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        empty=""
        onReset={() => change({ field: "", person: "" })}
      >
        {(found) => (
          <DaySections entries={found} className="first-of-type:mt-3">
            {(entry) => <HistoryRow key={entry.id} entry={entry} page={record} />}
          </DaySections>
        )}
      </PagedList>
    </>
  );
}

interface HistoryFiltersProps {
  record: RecordRow;
  people: History["people"];
  field: string;
  person: string;
  onChange: (next: { field?: string; person?: string }) => void;
}

function HistoryFilters({ record, people, field, person, onChange }: HistoryFiltersProps) {
  const { fields } = declarationFor(declarationOf(record.type), useRole());
  const kept = Object.entries(fields).filter(([, { kind, readOnly }]) => kind !== "machine" && !readOnly);
  const sorted = kept.toSorted(([, a], [, b]) => a.label.localeCompare(b.label, "de"));
  return (
    <FilterBar className="mb-2">
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
    </FilterBar>
  );
}
