import { ArrowDown, ArrowUp } from "lucide-react";
import type { Sort } from "../../../../contract/records/declaration.ts";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import type { ListColumn } from "./columns.ts";

interface TableHeadProps {
  columns: readonly ListColumn[];
  orderBy: readonly Sort[];
  /** `isAdded` sorts by the column beside those that sort already. */
  onSort: (name: string, isAdded: boolean) => void;
  page: "all" | "some" | "none";
  onTogglePage: () => void;
}

const cell =
  "sticky top-0 z-[2] h-[34px] border-b border-line-strong bg-surface p-0 pr-3 text-left text-label font-medium text-text-3";

export function TableHead({ columns, orderBy, onSort, page, onTogglePage }: TableHeadProps) {
  return (
    <thead className="max-md:hidden">
      <tr>
        <th scope="col" className={cx(cell, "pl-2")}>
          <Checkbox
            className="align-middle"
            aria-label="Alle auf dieser Seite auswählen"
            checked={page === "all"}
            indeterminate={page === "some"}
            onChange={onTogglePage}
          />
        </th>
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} orderBy={orderBy} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps extends Pick<TableHeadProps, "orderBy" | "onSort"> {
  column: ListColumn;
}

function HeadCell({ column, orderBy, onSort }: HeadCellProps) {
  const { name, field, heading, isTitle, isFigure, canSort, dropClass } = column;
  const rank = orderBy.findIndex((sort) => sort.field === name);
  const sorted = orderBy[rank];
  const label =
    heading === field.label ? (
      heading
    ) : (
      <abbr title={field.label} className="no-underline">
        {heading}
      </abbr>
    );
  return (
    <th
      scope="col"
      aria-sort={sorted && (sorted.descending ? "descending" : "ascending")}
      className={cx(cell, isFigure && "pr-5 text-right", sorted && "text-text-1", isTitle && "left-0 z-[3]", dropClass)}
    >
      {canSort ? (
        <button
          type="button"
          title="Sortieren; mit Umschalttaste zusätzlich"
          onClick={({ shiftKey }) => onSort(name, shiftKey)}
          className="-mx-1.5 inline-flex h-7 max-w-full items-center gap-[3px] whitespace-nowrap rounded-4 px-1.5 transition-colors hover:text-text-1"
        >
          {label}
          {sorted && <SortArrow isDescending={sorted.descending === true} rank={rank} />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** The first sort says nothing about its rank, because there is seldom a second. */
function SortArrow({ isDescending, rank }: { isDescending: boolean; rank: number }) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <>
      <Arrow size={12} strokeWidth={2.2} aria-hidden="true" className="flex-none" />
      {rank > 0 && <span className="num text-[10px] leading-none">{rank + 1}</span>}
    </>
  );
}
