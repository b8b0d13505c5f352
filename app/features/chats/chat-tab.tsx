import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { ChatList } from "./chat-list.tsx";
import { LazyChat } from "./lazy-chat.tsx";
import { openNewChat } from "./open-chat-dialogs.tsx";

/** The tab „Chat“: what the team says about a record. */
export function ChatTab({ record }: { record: RecordRow }) {
  const { type, id, title } = record;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const chatId = address.get("chat");
  const addressOf = (chat: { id: string }) => `${pathname}?chat=${chat.id}`;
  const begin = async () => {
    const opened = await openNewChat({ type, id, title });
    if (opened) navigate(addressOf(opened), { preventScrollReset: true });
  };
  if (chatId)
    return (
      <LazyChat
        chatId={chatId}
        message={Number(address.get("message")) || undefined}
        onBack={() => navigate(pathname, { preventScrollReset: true })}
        className="h-[min(680px,calc(100dvh-120px))] rounded-10 shadow-[0_0_0_1px_var(--line)] max-md:fixed max-md:inset-0 max-md:z-[45] max-md:h-auto max-md:rounded-none max-md:bg-surface"
      />
    );
  return (
    <Section
      title="Chat"
      aside={
        mayWrite && (
          <Button size="sm" variant="ghost" icon={Plus} className="-mr-2.5" onClick={() => void begin()}>
            Neuer Chat
          </Button>
        )
      }
    >
      <ChatList
        target={{ type, id }}
        current={undefined}
        addressOf={addressOf}
        empty={<p className="py-4 text-ui text-text-2">Noch keine Chats. Stell die erste Frage zum Thema.</p>}
      />
    </Section>
  );
}
