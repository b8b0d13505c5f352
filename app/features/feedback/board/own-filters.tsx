import type { Filter } from "../../../../contract/records/filters.ts";
import { cx } from "../../../ui/cx.ts";

const own = [
  { field: "authorId", label: "Von mir" },
  { field: "followers", label: "Ich folge" },
] as const;

const isOwn = (filter: Filter, name: string) =>
  filter.field === name && filter.is === "oneOf" && filter.values.length === 1 && filter.values[0] === "me";

/** The conditions that are not switched by the buttons of `OwnFilters`. */
export const withoutOwn = (where: readonly Filter[]) =>
  where.filter((filter) => !own.some(({ field }) => isOwn(filter, field)));

/** What a person has asked for or follows themself, each at one press. */
export function OwnFilters({ where, onChange }: { where: readonly Filter[]; onChange: (where: Filter[]) => void }) {
  return (
    <>
      {own.map(({ field, label }) => {
        const isOn = where.some((filter) => isOwn(filter, field));
        return (
          <button
            key={field}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange(
                isOn
                  ? where.filter((filter) => !isOwn(filter, field))
                  : [...where, { field, is: "oneOf", values: ["me"] }],
              )
            }
            className={cx(
              "h-7 flex-none rounded-6 px-[9px] text-ui font-medium transition-colors max-md:h-11",
              isOn
                ? "bg-inverse text-on-inverse"
                : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-sunken hover:text-text-1",
            )}
          >
            {label}
          </button>
        );
      })}
    </>
  );
}
