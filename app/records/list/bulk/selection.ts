/** What bulk commands mean: records one by one, or every hit of the list whatever the page. */
export type Selection = { kind: "some"; ids: ReadonlySet<string> } | { kind: "all" };

export const nothingSelected: Selection = { kind: "some", ids: new Set() };
export const everythingSelected: Selection = { kind: "all" };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "all" || selection.ids.has(id);
}

/** How many are selected when the list has so many hits. */
export function countSelected(selection: Selection, totalItems: number): number {
  return selection.kind === "all" ? totalItems : selection.ids.size;
}

/** Turns records on or off; taking one out of „all“ leaves the others of the page. */
export function withSelected(
  selection: Selection,
  ids: readonly string[],
  on: boolean,
  pageIds: readonly string[],
): Selection {
  const next = new Set(selection.kind === "all" ? pageIds : selection.ids);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return { kind: "some", ids: next };
}

/** The records from one to another in the order of the page; only the second where the first is not on it. */
export function rangeOf(pageIds: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : pageIds.indexOf(from);
  const end = pageIds.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return pageIds.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Whether the page is selected as a whole, in part or not at all. */
export function pageState(selection: Selection, pageIds: readonly string[]): "all" | "some" | "none" {
  const selected = pageIds.filter((id) => isSelected(selection, id)).length;
  if (selected === 0) return "none";
  return selected === pageIds.length ? "all" : "some";
}
