import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type ChatRow, type ChatScope, chatScopes } from "../../../contract/chats/chats.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { SearchInput } from "../../lib/form/search-field.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { type TabLink, Tabs } from "../../ui/tabs.tsx";
import { ChatList, chatLinkAttribute } from "./chat-list.tsx";
import { openNewChat } from "./dialogs/open-chat-dialogs.tsx";
import { LazyChat } from "./room/chat-frame.tsx";

/** All chats that a person may read, with the open one beside them; on a phone one or the other. */
export function ChatsPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = hasAbility(useRole(), "writeChats");
  const chatId = params.get("chat") ?? undefined;
  const scope = scopeOf(params.get("scope"));
  const message = Number(params.get("message")) || undefined;
  const [typed, setTyped] = useState("");
  const search = useDebouncedQuery(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const pathOf = ({ id }: Pick<ChatRow, "id">) => `/wiki/chats?${new URLSearchParams({ scope, chat: id })}`;
  const begin = async () => {
    const opened = await openNewChat();
    if (opened) navigate(pathOf(opened));
  };
  usePageKey("c", mayWrite ? () => void begin() : undefined);
  usePageKey("/", () => field.current?.focus());
  const hasAsked = useRef(false);
  const isNew = params.has("new");
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once by the address
  useEffect(() => {
    if (!isNew || hasAsked.current || !mayWrite) return;
    hasAsked.current = true;
    navigate("/wiki/chats", { replace: true });
    void begin();
  }, [isNew]);

  return (
    <div className="grid h-[calc(100dvh-48px)] lg:h-dvh lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[372px_minmax(0,1fr)]">
      <div className={cx("flex min-h-0 min-w-0 flex-col lg:border-r", chatId && "max-lg:hidden")}>
        <div className="flex flex-none items-center gap-2 px-gutter pt-7 lg:px-5 lg:pt-[22px]">
          <h1 className="flex-1 lg:!text-lead">Chats</h1>
          {mayWrite && (
            <Button size="sm" variant="primary" icon={Plus} aria-keyshortcuts="c" onClick={() => void begin()}>
              Neuer Chat
            </Button>
          )}
        </div>
        <div className="flex-none px-gutter lg:px-5">
          <SearchInput
            ref={field}
            aria-label="Chats durchsuchen"
            placeholder="Chats durchsuchen …"
            className="mt-4"
            value={typed}
            onText={setTyped}
          />
          <Tabs
            className="mt-2"
            label="Welche Chats"
            items={Object.entries(chatScopes).map(([key, label]) => ({
              label,
              to: `/wiki/chats?${new URLSearchParams({ scope: key, ...(chatId && { chat: chatId }) })}`,
              current: key === scope,
            }))}
            renderLink={({ to }, link) => <ScopeLink to={to} {...link} />}
          />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus */}
        <div className="min-h-0 flex-1 overflow-y-auto px-gutter pb-20 pt-1 lg:px-5 lg:pb-6" onKeyDown={moveFocus}>
          <ChatList
            scope={scope}
            search={search}
            current={chatId}
            pathOf={pathOf}
            empty={<Empty scope={scope} isSearch={search !== ""} />}
          />
        </div>
      </div>
      {chatId ? (
        <LazyChat
          chatId={chatId}
          message={message}
          hasListBeside
          onBack={() => navigate(`/wiki/chats?${new URLSearchParams({ scope })}`)}
          className="max-md:fixed max-md:inset-0 max-md:z-[45] max-md:bg-surface"
        />
      ) : (
        <p className="hidden px-8 pt-[26px] text-ui text-text-2 lg:block">Wähle links einen Chat.</p>
      )}
    </div>
  );
}

function scopeOf(text: string | null): ChatScope {
  return isKeyOf(chatScopes, text) ? text : "all";
}

/** The arrow keys lead from chat to chat. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${chatLinkAttribute}]`)];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1;
  if (at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}

function Empty({ scope, isSearch }: { scope: ChatScope; isSearch: boolean }) {
  return (
    <p role="status" className="py-5 text-ui text-text-2">
      {isSearch
        ? "Kein Chat mit diesen Worten."
        : scope === "unread"
          ? "Alles gelesen."
          : scope === "mine"
            ? "Du nimmst noch an keinem offenen Chat teil."
            : scope === "resolved"
              ? "Noch ist kein Chat geklärt."
              : "Noch keine Chats. Stell die erste Frage zum Thema."}
    </p>
  );
}

function ScopeLink({ to, ...link }: TabLink & { to: string }) {
  return <Link to={to} preventScrollReset {...link} />;
}
