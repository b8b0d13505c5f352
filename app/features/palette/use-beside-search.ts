import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChatRow } from "../../../contract/chats/chats.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { readScope } from "./search-scope.ts";

/** What is found by its name beside the records. */
export interface Beside {
  chats: readonly ChatRow[];
  tasks: readonly TaskRow[];
  /** Dates of the team's own; every other one stands at its record. */
  dates: readonly DeadlineRow[];
}

export const nothingBeside: Beside = { chats: [], tasks: [], dates: [] };

/** All of this is a small part of what is found. */
const maxEach = 2;
const minSearchLength = 3;

/** What has the text in its name; nothing while they are short or only one kind of record is asked for. */
export function useBesideSearch(debounced: string, isOpen: boolean): Beside {
  const trpc = useTRPC();
  const { text, prefix } = readScope(debounced);
  const isAsked = isOpen && !prefix && text.length >= minSearchLength;
  const input = { search: text.slice(0, 200), limit: maxEach };
  const asked = { enabled: isAsked, retry: false, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } };
  const chats = useQuery(trpc.chat.list.queryOptions(input, asked)).data?.data;
  const tasks = useQuery(trpc.task.list.queryOptions(input, asked)).data?.data;
  const dates = useQuery(trpc.deadline.list.queryOptions({ ...input, kind: "custom" }, asked)).data?.data;
  return useMemo(
    () => (isAsked ? { chats: chats ?? [], tasks: tasks ?? [], dates: dates ?? [] } : nothingBeside),
    [isAsked, chats, tasks, dates],
  );
}
