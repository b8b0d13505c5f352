import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useChatNews } from "./chat-news.ts";

/** „Chats“ with how many of them hold something unread. */
export function ChatsEntry() {
  useChatNews();
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
