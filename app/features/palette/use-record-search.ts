import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { readScope } from "./search-scope.ts";

/** What the server takes. */
const maxLength = 200;

export interface RecordSearch {
  /** The newest answer there is; while typing goes on, that to an earlier text. */
  answer: SearchAnswer | undefined;
  /** Whether the answer is the one to this text. */
  answers: (typed: string) => boolean;
  isSearching: boolean;
  problem: { requestId?: string | undefined } | undefined;
  retry: () => void;
  /** What was typed when the person last paused. */
  debounced: string;
}

/** Asks the server for what is typed as soon as the person pauses; what is overtaken by more typing is cancelled. */
export function useRecordSearch(typed: string, isOpen: boolean): RecordSearch {
  const trpc = useTRPC();
  const limited = typed.slice(0, maxLength);
  const debounced = useDebouncedQuery(limited);
  const { text, prefix } = readScope(debounced);
  const input = { query: text, ...(prefix && { types: [...prefix.types] }) };
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
    answers: (asked) => isFresh && asked.slice(0, maxLength) === debounced,
    isSearching: isOpen && (query.isFetching || limited !== debounced),
    problem: query.isError ? { requestId: problemOf(query.error)?.requestId } : undefined,
    retry: () => void query.refetch(),
    debounced,
  };
}
