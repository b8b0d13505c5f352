import { cx } from "../../ui/cx.ts";

/** Phones see one column and the edge of the next; wider windows all of them, scrolling when they get too narrow. */
export function columnsClass(columns: 3 | 5): string {
  return cx(
    "grid grid-flow-col items-start gap-4 overflow-x-auto xl:gap-5 pb-4 max-md:-mx-gutter max-md:auto-cols-[86%] max-md:snap-x max-md:snap-mandatory max-md:px-gutter max-md:[scroll-padding-inline:var(--gutter)]",
    columns === 5
      ? "md:grid-flow-row md:grid-cols-[repeat(5,minmax(208px,1fr))]"
      : "md:grid-flow-row md:grid-cols-[repeat(3,minmax(208px,1fr))]",
  );
}

export const columnClass = "min-w-0 max-md:snap-start";
