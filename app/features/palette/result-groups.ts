import type { PaletteAction } from "./palette-action.ts";

/** Spec section 9. */
const maxResults = 10;

export interface ResultGroup {
  name: string;
  /** The place of the group's first action among all results. */
  start: number;
  actions: PaletteAction[];
}

/**
 * The ten best actions for a search, in groups; the group of the best hit comes first. kbar's own matches lag behind
 * the field by up to 100 ms, and Enter would then perform what is no longer on screen.
 */
export function findActions(actions: Iterable<PaletteAction>, search: string): readonly ResultGroup[] {
  const words = simplify(search).split(/\s+/).filter(Boolean);
  const hits = [...actions]
    .map((action) => ({ action, rank: rankOf(action, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, maxResults);
  const groups = new Map<string, PaletteAction[]>();
  for (const { action } of hits) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  let start = 0;
  return [...groups].map(([name, members]) => {
    const group = { name, start, actions: members };
    start += members.length;
    return group;
  });
}

/** 0 for no hit; the name counts more than note and keywords, and its beginning more than its middle. */
function rankOf({ name, note = "", keywords = "", group }: PaletteAction, words: readonly string[]): number {
  // Without a search the sections would only repeat the rail.
  if (words.length === 0) return group === "Bereiche" ? 0 : 1;
  const title = simplify(name);
  const rest = simplify(`${note} ${keywords.replaceAll(",", " ")}`);
  const ranks = words.map((word) => {
    if (title.startsWith(word)) return 4;
    if (title.includes(` ${word}`)) return 3;
    if (title.includes(word)) return 2;
    return rest.includes(word) ? 1 : 0;
  });
  return ranks.includes(0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0);
}

/** Without case and diacritics, so that „gerate“ finds „Geräte“. */
function simplify(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
