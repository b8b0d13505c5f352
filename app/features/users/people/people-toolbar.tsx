import { Search } from "lucide-react";
import { roleLabels, roles } from "../../../../contract/roles.ts";
import { userStateLabels, userStates } from "../../../../contract/users/users.ts";
import { useDebouncedText } from "../../../lib/use-debounced-value.ts";
import { Select } from "../../../ui/form/select.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import type { PeopleFilters } from "./people-filters.ts";

interface PeopleToolbarProps {
  filters: PeopleFilters;
  onChange: (next: { q?: string; role?: string; state?: string }) => void;
}

export function PeopleToolbar({ filters, onChange }: PeopleToolbarProps) {
  return (
    <search className="mb-3.5 mt-4 flex flex-wrap items-center gap-2 md:[&_input]:h-8 md:[&_input]:text-ui md:[&_select]:h-8 md:[&_select]:text-ui">
      <SearchField value={filters.search} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label="Rolle"
        className="w-40 max-md:flex-1"
        value={filters.role ?? ""}
        onChange={(event) => onChange({ role: event.target.value })}
      >
        <option value="">Alle Rollen</option>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        className="w-40 max-md:flex-1"
        value={filters.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">Jeder Status</option>
        {userStates.map((state) => (
          <option key={state} value={state}>
            {userStateLabels[state]}
          </option>
        ))}
      </Select>
    </search>
  );
}

/** Follows the address, and changes it once the typing rests. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useDebouncedText(value, onSearch);
  return (
    <TextInput
      type="search"
      icon={Search}
      aria-label="In Benutzern suchen"
      placeholder="In Benutzern suchen …"
      className="w-[264px] max-md:w-full"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
