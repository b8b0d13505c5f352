import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { pageChatsKey } from "../../../contract/chats/chats.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { LazyChat } from "./room/chat-frame.tsx";

const PageChatList = lazyPart(
  async () => (await import("./target-chats.tsx")).PageChatList,
  <RowSkeletons rows={4} className="px-5" />,
);

interface PageChatsProps {
  page: RecordKey & { title: string };
  children: ReactNode;
}

/** A page of the wiki with the chat beside it that its address names; where there is no room, the chat lies over it. */
export function PageChats({ page, children }: PageChatsProps) {
  const [params] = useSearchParams();
  const chatId = params.get("chat");
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">{children}</div>
      {chatId && <Column page={page} chatId={chatId} message={Number(params.get("message")) || undefined} />}
    </div>
  );
}

interface ColumnProps {
  page: RecordKey & { title: string };
  chatId: string;
  message: number | undefined;
}

function Column({ page, chatId, message }: ColumnProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const chats = useQuery(useTRPC().chat.list.queryOptions({ target: { type: page.type, id: page.id } }));
  const hasOthers = (chats.data?.data.length ?? 0) > 1;
  const show = (id: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete("message");
    if (id) next.set("chat", id);
    else next.delete("chat");
    navigate(`${pathname}${next.size > 0 ? `?${next}` : ""}`, { preventScrollReset: true, replace: true });
  };
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    return () => (opener.current instanceof HTMLElement ? opener.current.focus() : undefined);
  }, []);
  return (
    <aside
      aria-label="Chats zu dieser Seite"
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && show(undefined)}
      className="sticky top-0 flex h-dvh w-[372px] flex-none flex-col border-l bg-surface max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:z-30 max-xl:animate-rise max-xl:shadow-e3 max-md:inset-0 max-md:z-[45] max-md:h-auto max-md:w-auto"
    >
      {chatId === pageChatsKey ? (
        <PageChatList page={page} onClose={() => show(undefined)} />
      ) : (
        <LazyChat
          chatId={chatId}
          message={message}
          isBeside
          onBack={hasOthers ? () => show(pageChatsKey) : undefined}
          onClose={() => show(undefined)}
          className="flex-1"
        />
      )}
    </aside>
  );
}
