import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MentionKind } from "../../../../contract/document/mentions.ts";
import type { FoundType, SearchHit } from "../../../../contract/search/search.ts";
import { foldText } from "../../../../contract/values/fold.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import type { ListedEntry } from "./entry-list.tsx";
import { mentionIcons } from "./mention-icons.ts";

const debounceMs = 150;

export interface FoundMention extends ListedEntry {
  kind: MentionKind;
  thingId: string;
}

/** People and records whose names fit what was typed, asked for once the typing pauses. */
export function useMentionSearch(typed: string, kinds: readonly MentionKind[] | undefined) {
  const trpc = useTRPC();
  const text = typed.trim().slice(0, 200);
  const debounced = useDebouncedValue(text, debounceMs);
  const { data, isError, isFetching, isPlaceholderData } = useQuery(
    trpc.search.find.queryOptions(
      { query: debounced, ...(kinds && { types: [...kinds] as FoundType[] }) },
      { retry: false, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const hits = [...(data?.hits ?? []), ...(debounced === "" ? (data?.recents ?? []) : [])];
  return {
    found: isError ? [] : grouped(hits.filter(({ type }) => !kinds || kinds.includes(type)).map(toEntry)),
    isSearching: isFetching || isPlaceholderData || text !== debounced,
    hasFailed: isError,
  };
}

/** What Enter may take while the answer is on its way: an entry that is shown and has in its name what was typed. */
export function findShown<Entry extends { name: string }>(entries: readonly Entry[], typed: string): Entry | undefined {
  const wanted = foldText(typed.trim());
  return wanted === "" ? undefined : entries.find(({ name }) => foldText(name).includes(wanted));
}

function toEntry({ type, id, title, note, archived }: SearchHit): FoundMention {
  const { many, icon } = mentionIcons[type];
  const hint = archived ? "Archiviert" : undefined;
  return {
    id: `${type}:${id}`,
    kind: type,
    thingId: id,
    name: title,
    // The heading above it says that already.
    note: note && note !== many ? note : undefined,
    group: many,
    icon,
    hint,
  };
}

/** Groups stand in the order of their best entries. */
function grouped(entries: FoundMention[]): FoundMention[] {
  const groups = [...new Set(entries.map(({ group }) => group))];
  return groups.flatMap((group) => entries.filter((entry) => entry.group === group));
}
