import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MentionKind } from "../../../contract/document/mentions.ts";
import type { FoundType, SearchHit } from "../../../contract/search/search.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { ListedEntry } from "./entry-list.tsx";
import { mentionTraits } from "./mention-traits.ts";

const debounceMs = 150;

export interface FoundMention extends ListedEntry {
  kind: MentionKind;
  thingId: string;
}

/** People and records whose names fit what was typed, asked for once the typing pauses. */
export function useMentionSearch(typed: string, kinds: readonly MentionKind[] | undefined) {
  const trpc = useTRPC();
  const text = typed.trim().slice(0, 200);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError, isFetching, isPlaceholderData } = useQuery(
    trpc.search.find.queryOptions(
      { query: settled, ...(kinds && { types: [...kinds] as FoundType[] }) },
      { retry: false, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const hits = [...(data?.hits ?? []), ...(settled === "" ? (data?.recents ?? []) : [])];
  return {
    found: isError ? [] : grouped(hits.filter(({ type }) => !kinds || kinds.includes(type)).map(toEntry)),
    isSearching: isFetching || isPlaceholderData || text !== settled,
    hasFailed: isError,
  };
}

function toEntry({ type, id, title, note, archived }: SearchHit): FoundMention {
  const { many, icon } = mentionTraits[type];
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
