import { requireValue } from "../../../contract/narrowing.ts";
import type { Row } from "../table.ts";

/**
 * Of each row the one of the run in the middle, with in how many runs its aim was met; of an even number the worse of
 * the two in the middle. A row that some runs lack is one of those that have it.
 */
export function medianRows(runs: readonly (readonly Row[])[]): Row[] {
  if (runs.length === 1) return [...requireValue(runs[0])];
  const byName = Map.groupBy(runs.flat(), ({ what }) => what);
  return [...byName.values()].map((rows) => {
    const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
    const met = rows.filter(({ isMet }) => isMet).length;
    return { ...requireValue(sorted[Math.floor((sorted.length - 1) / 2)]), metIn: `${met} von ${rows.length}` };
  });
}

/** More is better where a row has a share; where it has none its first number is all that is known of it. */
function rankOf({ reached, share, measured }: Row): number {
  return reached ?? share ?? Number.parseFloat(measured.replace(",", "."));
}
