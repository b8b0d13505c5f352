import { useLocation, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { pageChatsKey } from "../../../contract/chats/chats.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { openNewChat } from "./dialogs/open-chat-dialogs.tsx";
import { useChatInvalidation } from "./use-chat-invalidation.ts";

/** „Chat öffnen“: leads to the one open chat of a page, to all of them, or to the first question. */
export function ChatButton({ page }: { page: RecordKey & { title: string } }) {
  useChatInvalidation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const { type, id } = page;
  const chats = useQuery(useTRPC().chat.list.queryOptions({ target: { type, id } })).data?.data ?? [];
  const open = chats.filter(({ status }) => status === "open");
  const unread = chats.reduce((sum, chat) => sum + chat.unread, 0);
  const isShown = new URLSearchParams(search).has("chat");
  if (chats.length === 0 && !mayWrite) return null;
  const show = (chatId: string) => navigate(`${pathname}?chat=${chatId}`, { preventScrollReset: true });
  const press = async () => {
    if (isShown) return navigate(pathname, { preventScrollReset: true });
    if (chats.length === 1 && chats[0]) return show(chats[0].id);
    if (chats.length > 1) return show(pageChatsKey);
    const opened = await openNewChat(page);
    if (opened) show(opened.id);
  };
  const count = unread > 0 ? `${unread} ungelesen` : `${open.length} offen`;
  const label = chats.length === 0 ? "Chat beginnen" : isShown ? "Chat schließen" : `Chat öffnen, ${count}`;
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={chats.length > 0 ? isShown : undefined}
      title={label}
      onClick={() => void press()}
      className={cx(buttonClass({ variant: "ghost", size: "sm" }), "!gap-1.5 !px-1.5 max-md:min-w-11")}
    >
      <Icon of={MessagesSquare} />
      {unread > 0 ? (
        <span className="num rounded-full bg-brand px-[5px] text-badge text-on-brand">
          {unread > 99 ? "99+" : unread}
        </span>
      ) : (
        open.length > 0 && <span className="num text-label text-text-2">{open.length}</span>
      )}
    </button>
  );
}
