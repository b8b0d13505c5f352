import type { SearchAnswer } from "../../../contract/search/search.ts";
import type { PaletteAction, PaletteRow } from "../../lib/palette-action.ts";
import { besideRows, hitRows, listRow, proposalRows, recentRows } from "./record-rows.ts";
import { groupRows, maxResults, rankActions } from "./result-groups.ts";
import { readScope } from "./search-scope.ts";
import { type Beside, nothingBeside } from "./use-beside-search.ts";

/** How many recently opened records stand between suggestions and commands. */
const recentsAmongOthers = 4;
/** How many actions that begin with what was typed stand before the records: everything of „Neu …“. */
const nearActions = 9;

/** How many records are shown where other things were found, too. */
const hitsBesideOthers = 5;

interface Sources {
  actions: readonly PaletteAction[];
  answer: SearchAnswer | undefined;
  /** A few chats, tasks and dates whose names hold the text. */
  beside?: Beside;
  navigate: (path: string) => void;
}

/** The rows of the palette for what was typed, by groups, best first and never more than ten. */
export function composeRows(typed: string, sources: Sources): PaletteRow[] {
  return groupRows(chooseRows(typed, sources)).flatMap(({ rows }) => rows);
}

function chooseRows(
  typed: string,
  { actions, answer, beside = nothingBeside, navigate }: Sources,
): readonly PaletteRow[] {
  const { text, prefix } = readScope(typed);
  if (prefix && text === "") return recentRows(answer?.recents ?? [], navigate);
  if (text === "") return untyped(actions, recentRows(answer?.recents ?? [], navigate));
  const hits = answer ? hitRows(answer.hits, navigate) : [];
  const ways = answer ? [...proposalRows(answer, navigate), ...listRow(answer, text, navigate)] : [];
  if (prefix) return withinLimit(hits, ways);
  const { near, far } = rankActions(actions, text);
  const others = besideRows(beside, navigate);
  const first: PaletteRow[] = [
    ...near.slice(0, nearActions),
    ...(others.length > 0 ? hits.slice(0, hitsBesideOthers) : hits),
    ...others,
  ];
  return withinLimit(first, [...ways, ...near.slice(nearActions), ...far]);
}

/** What can be done with the text keeps a place, also among many results. */
function withinLimit(rows: readonly PaletteRow[], ways: readonly PaletteRow[]): PaletteRow[] {
  const kept = ways.filter(({ id }) => id.startsWith("proposal:") || id === "list").slice(0, 2);
  return [...rows.slice(0, maxResults - kept.length), ...ways].slice(0, maxResults);
}

function untyped(actions: readonly PaletteAction[], recents: readonly PaletteRow[]): PaletteRow[] {
  const standing = actions.filter(({ isOnDemand, group }) => !isOnDemand && group !== "Bereiche");
  const before = standing.filter(({ group }) => group !== "Befehle");
  const commands = standing
    .filter(({ group }) => group === "Befehle")
    .sort((one, other) => Number(other.isFrequent ?? false) - Number(one.isFrequent ?? false));
  return [...before, ...recents.slice(0, recentsAmongOthers), ...commands].slice(0, maxResults);
}
