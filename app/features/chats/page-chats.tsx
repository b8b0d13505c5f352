import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { IconButton } from "../../ui/button.tsx";
import { useRole } from "../records/use-role.ts";
import { ChatList } from "./chat-list.tsx";
import { LazyChat } from "./lazy-chat.tsx";
import { openNewChat } from "./open-chat-dialogs.tsx";
import { pageChatsKey } from "./page-chats-key.ts";

interface PageChatsProps {
  page: RecordKey & { title: string };
  children: ReactNode;
}

/** A page of the wiki with the chat beside it that its address names; where there is no room, the chat lies over it. */
export function PageChats({ page, children }: PageChatsProps) {
  const [address] = useSearchParams();
  const chatId = address.get("chat");
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">{children}</div>
      {chatId && <Column page={page} chatId={chatId} message={Number(address.get("message")) || undefined} />}
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
        <PageList page={page} onClose={() => show(undefined)} />
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

function PageList({ page, onClose }: { page: RecordKey & { title: string }; onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const addressOf = ({ id }: { id: string }) => `${pathname}?chat=${id}`;
  const begin = async () => {
    const opened = await openNewChat(page);
    if (opened) navigate(addressOf(opened), { preventScrollReset: true });
  };
  return (
    <>
      <header className="flex h-14 flex-none items-center gap-1 border-b pl-5 pr-3 max-md:pr-1">
        <h2 className="flex-1 !text-row font-semibold">Chats zu dieser Seite</h2>
        {mayWrite && <IconButton icon={Plus} label="Neuer Chat" size="sm" onClick={() => void begin()} />}
        <IconButton icon={X} label="Chats schließen" size="sm" onClick={onClose} />
      </header>
      <ChatList
        target={page}
        current={undefined}
        addressOf={addressOf}
        className="min-h-0 flex-1 overflow-y-auto px-3 py-1"
        empty={<p className="px-2 py-4 text-ui text-text-2">Noch keine Chats. Stell die erste Frage zum Thema.</p>}
      />
    </>
  );
}
