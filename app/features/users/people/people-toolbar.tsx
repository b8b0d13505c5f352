import { roleLabels } from "../../../../contract/roles.ts";
import { userStateLabels } from "../../../../contract/users/users.ts";
import { SearchField } from "../../../lib/form/search-field.tsx";
import { FilterSelect } from "../../../ui/form/filter-select.tsx";
import type { PeopleFilters } from "./people-filters.ts";

interface PeopleToolbarProps {
  filters: PeopleFilters;
  onChange: (next: { q?: string; role?: string; state?: string }) => void;
}

export function PeopleToolbar({ filters, onChange }: PeopleToolbarProps) {
  return (
    <search className="mb-3.5 mt-4 flex flex-wrap items-center gap-2 md:[&_input]:h-8 md:[&_input]:text-ui md:[&_select]:h-8 md:[&_select]:text-ui">
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
    </search>
  );
}
