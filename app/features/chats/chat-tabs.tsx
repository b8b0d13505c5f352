import { useQuery } from "@tanstack/react-query";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { useChatInvalidation } from "./use-chat-invalidation.ts";

const ChatTab = lazyPart(async () => (await import("./target-chats.tsx")).ChatTab, <RowSkeletons rows={3} />);

/** What the team says about a record; every main type has it. */
export const chatTab: RecordTab = {
  key: "chats",
  label: "Chat",
  useCount: useUnreadMessages,
  render: (record) => <ChatTab record={record} />,
};

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
function useUnreadMessages({ type, id }: RecordKey): number | undefined {
  useChatInvalidation();
  const chats = useQuery(useTRPC().chat.list.queryOptions({ target: { type, id } }));
  return chats.data?.data.reduce((sum, { unread }) => sum + unread, 0) || undefined;
}
