import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { changeAreas } from "../../../contract/changes/change-labels.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { DateInput } from "../../lib/form/date-input.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
import type { useLogFilters } from "./log-filters.ts";

const areas: Record<string, string> = Object.fromEntries(
  Object.entries(changeAreas).sort(([, one], [, other]) => one.localeCompare(other, "de")),
);

export function LogToolbar({ filters, change }: Pick<ReturnType<typeof useLogFilters>, "filters" | "change">) {
  const { actorId, area, from, to } = filters;
  const profile = useQuery(
    useTRPC().user.getProfile.queryOptions({ id: actorId ?? "" }, { enabled: actorId !== undefined }),
  );
  const chosen = actorId ? { id: actorId, label: profile.data?.name ?? "…" } : null;
  return (
    <FilterBar className="mb-3.5 mt-4">
      <div className="w-[220px] max-md:w-full">
        <RelationPicker
          to="user"
          label="Person"
          placeholder="Jede Person"
          value={chosen}
          onChange={(person) => change({ actor: person?.id ?? "" })}
        />
      </div>
      <FilterSelect
        label="Bereich"
        all="Jeder Bereich"
        className="w-44 max-md:w-full"
        labels={areas}
        value={area}
        onChange={(next) => change({ area: next })}
      />
      <Day label="Von" value={from} max={to} onChange={(day) => change({ from: day })} />
      <Day label="Bis" value={to} min={from} onChange={(day) => change({ to: day })} />
    </FilterBar>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value = "", min, max, onChange }: DayProps) {
  const fieldId = useId();
  return (
    <div className="flex items-center gap-2 text-ui text-text-2 max-md:flex-1">
      <label htmlFor={fieldId} className="max-md:w-8">
        {label}
      </label>
      <DateInput
        id={fieldId}
        className="w-[150px] max-md:w-full"
        value={value}
        min={min}
        max={max}
        onCommit={onChange}
      />
    </div>
  );
}
