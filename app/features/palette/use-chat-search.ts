import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ChatRow } from "../../../contract/chats/chats.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { readScope } from "./search-scope.ts";

/** Chats are a small part of what is found. */
export const maxChats = 2;
const shortestSearch = 3;
const none: readonly ChatRow[] = [];

/** The chats whose titles hold what is searched for; none while it is short or only one kind of record is asked for. */
export function useChatSearch(debounced: string, isOpen: boolean): readonly ChatRow[] {
  const { words, prefix } = readScope(debounced);
  const isAsked = isOpen && !prefix && words.length >= shortestSearch;
  const { data } = useQuery(
    useTRPC().chat.list.queryOptions(
      { search: words.slice(0, 200), limit: maxChats },
      { enabled: isAsked, retry: false, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  return isAsked ? (data?.data ?? none) : none;
}
