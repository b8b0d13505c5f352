import type { Declaration } from "../../../../contract/records/declaration.ts";
import { type ListState, plainState } from "../../../../contract/records/list-state.ts";
import type { SavedView, ViewState } from "../../../../contract/saved-views/saved-views.ts";

/** The state in which a saved view opens. */
export function stateOfSavedView({ id, state }: SavedView, declaration: Declaration): ListState {
  const { search = "", where, orderBy, columns, layout, density, archived } = state;
  return { ...plainState(declaration), search, where, orderBy, columns, layout, density, archived, view: id };
}

/** What a view keeps of a list's state. */
export function toViewState({ search, where, orderBy, columns, layout, density, archived }: ListState): ViewState {
  return {
    ...(search && { search }),
    where: [...where],
    orderBy: [...orderBy],
    ...(columns && { columns: [...columns] }),
    layout,
    density,
    archived,
  };
}

/** Whether two states bring back the same list. */
export function isSameView(one: ListState, other: ListState): boolean {
  const key = ({ search, where, orderBy, columns, layout, density, archived }: ListState) =>
    JSON.stringify([search, where.map(sorted), orderBy.map(sorted), columns ?? [], layout, density, archived]);
  return key(one) === key(other);
}

const sorted = (part: object) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
