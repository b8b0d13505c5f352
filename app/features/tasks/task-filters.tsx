import { useQuery } from "@tanstack/react-query";
import { keysOf } from "../../../contract/narrowing.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { type PageType, pageTypes } from "../../../contract/records/record-types.ts";
import { taskGroupLabels } from "../../../contract/tasks/tasks.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { useRecordApi } from "../../records/record-api.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/form/filter-select.tsx";
import { dueSpans, type TaskFilters } from "./task-list-input.ts";

interface TaskFiltersProps {
  filters: TaskFilters;
  /** What is empty is taken out of the address. */
  onChange: (changes: Partial<Record<"due" | "who" | "type" | "about" | "scope", string>>) => void;
}

const whoLabels = { me: "Ich", ...taskGroupLabels, nobody: "Niemand Bestimmtes", person: "Eine Person …" } as const;
const whoKeys = keysOf(whoLabels);

const typeLabels = Object.fromEntries(pageTypes.map((type) => [type, declarationOf(type).labels.one]));

/** Narrows the tasks down to a time, to whom they were given, and to what they are about. */
export function TaskFilterBar({ filters: { due, who, type, about }, onChange }: TaskFiltersProps) {
  const named = whoKeys.find((key) => key === who);
  const isPerson = who !== undefined && named === undefined;
  const isAny = [due, who, type].some((value) => value !== undefined);
  return (
    <fieldset className="mt-2.5 flex min-w-0 flex-wrap items-center gap-2 max-md:[&>*:not(legend)]:w-full md:[&_input]:h-8 md:[&_input]:text-ui md:[&_select]:h-8 md:[&_select]:text-ui">
      <legend className="sr-only">Filter</legend>
      <FilterSelect
        label="Bis wann"
        all="Jedes Datum"
        labels={dueSpans}
        value={due}
        onChange={(next) => onChange({ due: next })}
      />
      <FilterSelect
        label="Zuständig"
        all="Alle Personen"
        labels={whoLabels}
        value={isPerson ? "person" : named}
        // What another person has to do is never among what is one's own.
        onChange={(next) => onChange({ who: next, ...(next && next !== "me" && { scope: "all" }) })}
      />
      {(isPerson || who === "person") && (
        <PersonFilter id={isPerson ? who : undefined} onChange={(id) => onChange({ who: id ?? "person" })} />
      )}
      <FilterSelect
        label="Gehört zu"
        all="Alle Einträge"
        labels={typeLabels}
        value={type ?? ""}
        onChange={(next) => onChange({ type: next, about: "" })}
      />
      {type && <RecordFilter key={type} type={type} id={about} onChange={(id) => onChange({ about: id ?? "" })} />}
      {isAny && (
        <Button size="sm" variant="ghost" onClick={() => onChange({ due: "", who: "", type: "", about: "" })}>
          Filter zurücksetzen
        </Button>
      )}
    </fieldset>
  );
}

interface ChosenProps {
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

const wide = "w-[240px] max-w-full max-md:w-full";

function PersonFilter({ id, onChange }: ChosenProps) {
  const found = useQuery(
    useTRPC().user.getUser.queryOptions({ id: id ?? "" }, { enabled: id !== undefined, retry: false }),
  );
  const label = found.data?.name ?? (found.isError ? "Unbekannte Person" : "…");
  return (
    <div className={wide}>
      <RelationPicker
        to="user"
        label="Person"
        placeholder="Person suchen …"
        value={id ? { id, label } : null}
        onChange={(person) => onChange(person?.id)}
      />
    </div>
  );
}

function RecordFilter({ type, id, onChange }: ChosenProps & { type: PageType }) {
  const found = useQuery(
    useRecordApi(type).get.queryOptions({ id: id ?? "" }, { enabled: id !== undefined, retry: false }),
  );
  const { one } = declarationOf(type).labels;
  const label = found.data?.title ?? (found.isError ? "Unbekannter Eintrag" : "…");
  return (
    <div className={wide}>
      <RelationPicker
        to={type}
        label={one}
        placeholder={`${one} suchen …`}
        value={id ? { id, label } : null}
        onChange={(record) => onChange(record?.id)}
      />
    </div>
  );
}
