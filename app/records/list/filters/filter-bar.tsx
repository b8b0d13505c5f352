import { X } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { Filter } from "../../../../contract/records/filters.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lazyListPopover } from "../popover.tsx";
import { filterText } from "./filter-labels.ts";
import { FilterMenu } from "./filter-menu.tsx";
import { useFilterLabels } from "./use-filter-labels.ts";

const EditorPopover = lazyListPopover(() => import("./filter-editor.tsx"));

interface FilterBarProps {
  declaration: Declaration;
  where: readonly Filter[];
  onChange: (where: readonly Filter[]) => void;
}

/** The conditions of a list as chips, each of which opens its editor, and the way to add another. */
export function FilterBar({ declaration, where, onChange }: FilterBarProps) {
  const labels = useFilterLabels(where, declaration.fields);
  const replace = (index: number, filter: Filter | undefined) =>
    onChange(where.flatMap((known, at) => (at === index ? (filter ?? []) : known)));
  return (
    <>
      {where.map((filter, index) => {
        const field = declaration.fields[filter.field];
        return (
          field && (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place, so that its editor stays open
              key={`${filter.field}-${index}`}
              filter={filter}
              field={field}
              labels={labels}
              onChange={(next) => replace(index, next)}
            />
          )
        );
      })}
      <FilterMenu declaration={declaration} where={where} labels={labels} onChange={onChange} />
      {where.length > 1 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="h-7 rounded-6 px-2 text-ui text-text-2 transition-colors hover:bg-tint-7 hover:text-text-1 max-md:h-11"
        >
          Zurücksetzen
        </button>
      )}
    </>
  );
}

interface FilterChipProps {
  filter: Filter;
  field: Field;
  labels: ReadonlyMap<string, string>;
  onChange: (filter: Filter | undefined) => void;
}

function FilterChip({ filter, field, labels, onChange }: FilterChipProps) {
  const [what, value] = filterText(filter, field, labels);
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-6 bg-sunken text-ui font-medium max-md:h-11">
      <EditorPopover
        label={`Filter ${field.label}`}
        trigger={
          <button
            type="button"
            className="flex h-full min-w-0 items-center gap-[5px] whitespace-nowrap rounded-l-6 pl-[9px] pr-1 hover:bg-tint-4"
          >
            <span className="font-normal text-text-2">{what}</span>
            <span className="max-w-[220px] truncate">{value}</span>
          </button>
        }
      >
        {({ FilterEditor }) => (
          <FilterEditor name={filter.field} field={field} filter={filter} labels={labels} onChange={onChange} />
        )}
      </EditorPopover>
      <button
        type="button"
        aria-label={`Filter „${what} ${value}“ entfernen`}
        onClick={() => onChange(undefined)}
        className="mr-0.5 grid h-6 w-6 flex-none place-items-center rounded-4 text-text-3 hover:bg-tint-7 hover:text-text-1 max-md:mr-0 max-md:h-11 max-md:w-9"
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}
