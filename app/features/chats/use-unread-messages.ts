import { useQuery } from "@tanstack/react-query";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useChatNews } from "./chat-news.ts";

/** How many messages of a record's chats this person has not seen; undefined while there are none. */
export function useUnreadMessages({ type, id }: RecordKey): number | undefined {
  useChatNews();
  const chats = useQuery(useTRPC().chat.list.queryOptions({ target: { type, id } }));
  return chats.data?.data.reduce((sum, { unread }) => sum + unread, 0) || undefined;
}
