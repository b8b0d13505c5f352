import type { useMatches } from "kbar";
import type { PaletteAction } from "./palette-action.ts";

/** Spec section 9. */
const maxResults = 10;

export interface ResultGroup {
  name: string;
  /** The place of the group's first action among all results. */
  start: number;
  actions: PaletteAction[];
}

type Matches = ReturnType<typeof useMatches>["results"];

/** kbar's flat list as groups of at most ten actions in all; without a search „Bereiche“ repeats only the rail. */
export function toGroups(
  matches: Matches,
  actions: ReadonlyMap<string, PaletteAction>,
  search: string,
): readonly ResultGroup[] {
  const groups: ResultGroup[] = [];
  let count = 0;
  for (const match of matches) {
    const action = typeof match === "string" ? undefined : actions.get(match.id);
    if (!action || count === maxResults || (search.trim() === "" && action.group === "Bereiche")) continue;
    let group = groups.find((known) => known.name === action.group);
    if (!group) {
      group = { name: action.group, start: count, actions: [] };
      groups.push(group);
    }
    group.actions.push(action);
    count += 1;
  }
  return groups;
}
