import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Ref } from "../../../../contract/records/fields.ts";
import { pageStatuses } from "../../../../contract/wiki/page-limits.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { RelationPicker } from "../../../records/form/controls/relation-picker.tsx";
import { FilterSelect } from "../../../ui/form/filter-select.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { SearchState } from "./search-state.ts";

interface SearchFiltersProps {
  state: SearchState;
  onChange: (filter: Record<string, string | undefined>) => void;
}

const kinds = [
  { name: "parent", label: "Bereich", to: "page", key: "parentId" },
  { name: "author", label: "Von wem", to: "user", key: "authorId" },
  { name: "tag", label: "Tag", to: "tag", key: "tagId" },
] as const;

/** Narrows a search: to a part of the tree, a status, whoever has written, a tag. */
export function SearchFilters({ state, onChange }: SearchFiltersProps) {
  const [labels, setLabels] = useState<Record<string, Ref>>({});
  return (
    <div className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-4">
      <FilterSelect
        label="Status"
        all="Jeder Status"
        className="md:[&_select]:h-8 md:[&_select]:text-ui"
        labels={pageStatuses}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      {kinds.map(({ name, label, to, key }) => {
        const id = state[key];
        const ref = id ? labels[id] : undefined;
        if (id && !ref)
          return (
            <Chosen key={name} onRemove={() => onChange({ [name]: undefined })}>
              {label}: <Named to={to} id={id} />
            </Chosen>
          );
        return (
          <div key={name} className="md:[&_input]:h-8 md:[&_input]:text-ui">
            <RelationPicker
              to={to}
              label={label}
              placeholder={label}
              value={ref ?? null}
              onChange={(value) => {
                if (value) setLabels((before) => ({ ...before, [value.id]: value }));
                onChange({ [name]: value?.id });
              }}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The name of a filter that came with the URL. */
function Named({ to, id }: { to: "page" | "user" | "tag"; id: string }) {
  const trpc = useTRPC();
  const person = useQuery(trpc.user.getUser.queryOptions({ id }, { enabled: to === "user" }));
  const page = useQuery(trpc.page.get.queryOptions({ id }, { enabled: to === "page" }));
  const tag = useQuery(trpc.tag.get.queryOptions({ id }, { enabled: to === "tag" }));
  return <>{(to === "user" ? person.data?.name : to === "page" ? page.data?.title : tag.data?.title) ?? "…"}</>;
}

function Chosen({ children, onRemove }: { children: ReactNode; onRemove: () => void }) {
  return (
    <span className="flex h-8 items-center gap-1 rounded-6 bg-sunken pl-2.5 text-ui max-md:h-11">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <button
        type="button"
        aria-label="Filter entfernen"
        onClick={onRemove}
        className="grid h-7 w-7 flex-none place-items-center text-text-3 hover:text-text-1 max-md:h-11 max-md:w-11"
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
