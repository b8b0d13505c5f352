import { useLocation, useNavigate } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { IconButton } from "../../ui/button.tsx";
import { useRole } from "../records/use-role.ts";
import { ChatList } from "./chat-list.tsx";
import { openNewChat } from "./open-chat-dialogs.tsx";

/** All chats of a page, where a chat of it otherwise is. */
export function PageChatList({ page, onClose }: { page: RecordKey & { title: string }; onClose: () => void }) {
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
