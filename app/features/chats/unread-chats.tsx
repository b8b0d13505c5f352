import { useQuery } from "@tanstack/react-query";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useChatInvalidation } from "./use-chat-invalidation.ts";

/** „Chats“ with how many of them hold something unread. */
export function ChatsLabel() {
  useChatInvalidation();
  const count = useQuery(useTRPC().chat.countUnread.queryOptions({})).data?.chats ?? 0;
  return (
    <>
      Chats
      {count > 0 && (
        <span className="num ml-1.5 text-label font-semibold text-brand-text">
          {count}
          <span className="sr-only"> ungelesen</span>
        </span>
      )}
    </>
  );
}

/** How many messages of a record's chats this person has not seen; undefined while there are none. */
export function useUnreadMessages({ type, id }: RecordKey): number | undefined {
  useChatInvalidation();
  const chats = useQuery(useTRPC().chat.list.queryOptions({ target: { type, id } }));
  return chats.data?.data.reduce((sum, { unread }) => sum + unread, 0) || undefined;
}
