import type { Sort } from "../../../../contract/records/declaration.ts";

const maxSorts = 3;

/**
 * The order after a press on the head of a column. A column sorts upwards first and turns with each further press. With
 * `isAdded` it joins the others, of which the oldest goes where there are too many; else it stands alone, unless it is
 * the last of several and only turns.
 */
export function toggleSort(orderBy: readonly Sort[], field: string, isAdded: boolean): Sort[] {
  const index = orderBy.findIndex((sort) => sort.field === field);
  const turned: Sort = index >= 0 && !orderBy[index]?.descending ? { field, descending: true } : { field };
  const isTurned = index >= 0 && (isAdded || index === orderBy.length - 1);
  if (isTurned) return orderBy.map((sort) => (sort.field === field ? turned : sort));
  return isAdded ? [...orderBy, turned].slice(-maxSorts) : [turned];
}
