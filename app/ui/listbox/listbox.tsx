import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import type { Listbox } from "./use-listbox.ts";

interface ListboxOptionProps {
  listbox: Pick<Listbox, "activeIndex" | "optionProps">;
  index: number;
  /** Whether it is the field's value; without it, the active option counts as selected. */
  isSelected?: boolean;
  children: ReactNode;
}

/** A row of a list that drops from a field. */
export function ListboxOption({ listbox, index, isSelected, children }: ListboxOptionProps) {
  return (
    <div
      {...listbox.optionProps(index)}
      {...(isSelected !== undefined && { "aria-selected": isSelected })}
      className={cx(
        "flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-6 px-[9px] py-1 max-md:min-h-11",
        index === listbox.activeIndex && "bg-tint-6",
      )}
    >
      {children}
    </div>
  );
}

export function ListboxHeading({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="px-[9px] pb-[5px] pt-[7px] text-label text-text-3">
      {children}
    </div>
  );
}

interface ListboxStatusProps {
  count: number;
  /** Why there is nothing to choose. */
  children: ReactNode;
  /** How that looks. */
  className?: string;
}

/** How many options there are, for whoever cannot see them; or, for everybody, why there are none. */
export function ListboxStatus({ count, children, className }: ListboxStatusProps) {
  return (
    <div
      role="status"
      className={count > 0 ? "sr-only" : (className ?? "flex items-center gap-2 px-[9px] py-2 text-text-2")}
    >
      {count === 0 ? children : count === 1 ? "1 Treffer" : `${count} Treffer`}
    </div>
  );
}
