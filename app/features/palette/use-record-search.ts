import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { problemOf, useTRPC } from "../../lib/trpc.tsx";
import { readScope } from "./search-scope.ts";

const debounceMs = 150;
/** What the server takes. */
const longest = 200;

export interface RecordSearch {
  /** The newest answer there is; while typing goes on, that to an earlier text. */
  answer: SearchAnswer | undefined;
  /** Whether the answer is the one to this text. */
  answers: (typed: string) => boolean;
  isSearching: boolean;
  problem: { requestId?: string | undefined } | undefined;
  retry: () => void;
  /** What was typed when the person last paused. */
  settled: string;
}

/** Asks the server for what is typed as soon as the person pauses; what is overtaken by more typing is cancelled. */
export function useRecordSearch(typed: string, isOpen: boolean): RecordSearch {
  const trpc = useTRPC();
  const settled = useSettled(typed.slice(0, longest));
  const { words, prefix } = readScope(settled);
  const input = { query: words, ...(prefix && { types: [...prefix.types] }) };
  const query = useQuery(
    trpc.search.find.queryOptions(input, {
      enabled: isOpen,
      retry: false,
      staleTime: 0,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const isFresh = query.data !== undefined && !query.isPlaceholderData;
  return {
    answer: query.isError ? undefined : query.data,
    answers: (text) => isFresh && text.slice(0, longest) === settled,
    isSearching: isOpen && (query.isFetching || typed.slice(0, longest) !== settled),
    problem: query.isError ? { requestId: problemOf(query.error)?.requestId } : undefined,
    retry: () => void query.refetch(),
    settled,
  };
}

/** The text once it stayed the same for a moment; an emptied field settles at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const isReset = text === "" && settled !== "";
  if (isReset) setSettled("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return isReset ? "" : settled;
}
