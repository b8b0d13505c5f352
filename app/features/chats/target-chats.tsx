import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { AddButton, Section } from "../../ui/section.tsx";
import { ChatList } from "./chat-list.tsx";
import { openNewChat } from "./dialogs/open-chat-dialogs.tsx";
import { LazyChat, PanelHeader } from "./room/chat-frame.tsx";

/** The tab „Chat“: what the team says about a record. */
export function ChatTab({ record }: { record: RecordRow }) {
  const { type, id, title } = record;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const chatId = params.get("chat");
  const pathOf = (chat: { id: string }) => `${pathname}?chat=${chat.id}`;
  const begin = async () => {
    const opened = await openNewChat({ type, id, title });
    if (opened) navigate(pathOf(opened), { preventScrollReset: true });
  };
  if (chatId)
    return (
      <LazyChat
        chatId={chatId}
        message={Number(params.get("message")) || undefined}
        onBack={() => navigate(pathname, { preventScrollReset: true })}
        className="h-[min(680px,calc(100dvh-120px))] rounded-10 shadow-[0_0_0_1px_var(--line)] max-md:fixed max-md:inset-0 max-md:z-[45] max-md:h-auto max-md:rounded-none max-md:bg-surface"
      />
    );
  return (
    <Section title="Chat" aside={mayWrite && <AddButton onClick={() => void begin()}>Neuer Chat</AddButton>}>
      <ChatList
        target={{ type, id }}
        current={undefined}
        pathOf={pathOf}
        empty={<p className="py-4 text-ui text-text-2">Noch keine Chats. Stell die erste Frage zum Thema.</p>}
      />
    </Section>
  );
}

/** All chats of a page, where a chat of it otherwise is. */
export function PageChatList({ page, onClose }: { page: RecordKey & { title: string }; onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const pathOf = ({ id }: { id: string }) => `${pathname}?chat=${id}`;
  const begin = async () => {
    const opened = await openNewChat(page);
    if (opened) navigate(pathOf(opened), { preventScrollReset: true });
  };
  return (
    <>
      <PanelHeader title="Chats zu dieser Seite">
        {mayWrite && <IconButton icon={Plus} label="Neuer Chat" size="sm" onClick={() => void begin()} />}
        <IconButton icon={X} label="Chats schließen" size="sm" onClick={onClose} />
      </PanelHeader>
      <ChatList
        target={page}
        current={undefined}
        pathOf={pathOf}
        className="min-h-0 flex-1 overflow-y-auto px-5 py-1 max-md:px-4"
        empty={<p className="py-4 text-ui text-text-2">Noch keine Chats. Stell die erste Frage zum Thema.</p>}
      />
    </>
  );
}
