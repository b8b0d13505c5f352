import { fold } from "../../lib/fold.ts";
import type { PaletteAction, PaletteRow } from "../../lib/palette-action.ts";

/** Spec section 9. */
export const maxResults = 10;

export interface ResultGroup {
  name: string;
  /** The place of the group's first row among all results. */
  start: number;
  rows: PaletteRow[];
}

/** The rows in groups; a group stands where its first row does. */
export function groupRows(rows: readonly PaletteRow[]): readonly ResultGroup[] {
  const groups = new Map<string, PaletteRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  let start = 0;
  return [...groups].map(([name, members]) => {
    const group = { name, start, rows: members };
    start += members.length;
    return group;
  });
}

/** The actions that a search finds, best first: those whose name begins with it, and those that have it elsewhere. */
export function rankActions(actions: readonly PaletteAction[], text: string) {
  const parts = fold(text).split(/\s+/).filter(Boolean);
  const ranked = actions
    .map((action) => ({ action, ranks: ranksOf(action, parts) }))
    .filter(({ ranks }) => !ranks.includes(0))
    .map(({ action, ranks }) => ({
      action,
      rank: ranks.reduce<number>((sum, rank) => sum + rank, 0),
      isNear: ranks.every((rank) => rank === 4),
    }))
    .sort((one, other) => other.rank - one.rank);
  const pick = (isNear: boolean) => ranked.filter((one) => one.isNear === isNear).map(({ action }) => action);
  return { near: pick(true), far: pick(false) };
}

/** The name counts more than note and keywords, and its beginning more than its middle; 0 for no hit. */
function ranksOf({ name, note = "", keywords = "" }: PaletteAction, parts: readonly string[]): (0 | 1 | 2 | 3 | 4)[] {
  const title = fold(name);
  const rest = fold(`${note} ${keywords.replaceAll(",", " ")}`);
  return parts.map((part) => {
    if (title.startsWith(part)) return 4;
    if (title.includes(` ${part}`)) return 3;
    if (title.includes(part)) return 2;
    return rest.includes(part) ? 1 : 0;
  });
}
