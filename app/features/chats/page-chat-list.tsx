import { useLocation, useNavigate } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { ChatList } from "./chat-list.tsx";
import { openNewChat } from "./open-chat-dialogs.tsx";
import { PanelHead } from "./panel-head.tsx";

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
      <PanelHead title="Chats zu dieser Seite">
        {mayWrite && <IconButton icon={Plus} label="Neuer Chat" size="sm" onClick={() => void begin()} />}
        <IconButton icon={X} label="Chats schließen" size="sm" onClick={onClose} />
      </PanelHead>
      <ChatList
        target={page}
        current={undefined}
        addressOf={addressOf}
        className="min-h-0 flex-1 overflow-y-auto px-5 py-1 max-md:px-4"
        empty={<p className="py-4 text-ui text-text-2">Noch keine Chats. Stell die erste Frage zum Thema.</p>}
      />
    </>
  );
}
