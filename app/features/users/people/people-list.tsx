import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { roleLabels } from "../../../../contract/roles.ts";
import { userStateLabels } from "../../../../contract/users/users.ts";
import { PagedList } from "../../../lib/api/paged-list.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { SearchField } from "../../../lib/form/search-field.tsx";
import { ColumnHeads } from "../../../ui/column-heads.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { FilterSelect } from "../../../ui/form/filter-select.tsx";
import { type PeopleFilters, peopleQuery, usePeopleFilters } from "./people-filters.ts";
import { PersonRow } from "./person-row.tsx";

const columns = [
  { label: "Name" },
  { label: "Rolle", className: "w-36" },
  { label: "Status", className: "w-36" },
  { label: "Zuletzt aktiv", className: "w-44 max-lg:hidden" },
  { label: "Aktionen", className: "w-10", isHidden: true },
];

export function PeopleList() {
  const trpc = useTRPC();
  const { filters, change, reset } = usePeopleFilters();
  const people = useQuery(trpc.user.list.queryOptions(peopleQuery(filters), { placeholderData: keepPreviousData }));
  return (
    <>
      <PeopleToolbar filters={filters} onChange={change} />
      <PagedList
        query={people}
        page={filters.page}
        onPage={(page) => change({ page: String(page) })}
        empty=""
        onReset={reset}
      >
        {(found) => (
          <table className="w-full text-ui max-md:block [&_td]:px-0 [&_th]:px-0">
            <caption className="sr-only">Benutzer</caption>
            <thead className="max-md:sr-only">
              <ColumnHeads of={columns} />
            </thead>
            <tbody className="max-md:block">
              {found.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </>
  );
}

interface PeopleToolbarProps {
  filters: PeopleFilters;
  onChange: (next: { q?: string; role?: string; state?: string }) => void;
}

function PeopleToolbar({ filters, onChange }: PeopleToolbarProps) {
  return (
    <FilterBar className="mb-3.5 mt-4">
      <SearchField
        aria-label="In Benutzern suchen"
        placeholder="In Benutzern suchen …"
        value={filters.search}
        onSearch={(q) => onChange({ q })}
      />
      <FilterSelect
        label="Rolle"
        all="Alle Rollen"
        className="w-40 max-md:flex-1"
        labels={roleLabels}
        value={filters.role}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label="Status"
        all="Jeder Status"
        className="w-40 max-md:flex-1"
        labels={userStateLabels}
        value={filters.state}
        onChange={(state) => onChange({ state })}
      />
    </FilterBar>
  );
}
