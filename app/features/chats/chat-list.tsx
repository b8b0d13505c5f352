import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { ChatRow, ChatScope } from "../../../contract/chats/chats.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { problemOf, useTRPCClient } from "../../lib/api/trpc.tsx";
import { formatMoment } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { shortMoment } from "./room/row-layout.ts";
import { useChatInvalidation } from "./use-chat-invalidation.ts";

interface ChatListProps {
  scope?: ChatScope;
  search?: string;
  target?: RecordKey;
  /** The chat that is open beside the list. */
  current: string | undefined;
  pathOf: (chat: ChatRow) => string;
  empty: ReactNode;
  className?: string;
}

type Cursor = { at: string; id: string };

export const chatLinkAttribute = "data-chat-link";

/** Chats, the latest first; more come while scrolling. */
export function ChatList({ scope = "all", search = "", target, current, pathOf, empty, className }: ChatListProps) {
  useChatInvalidation();
  const client = useTRPCClient();
  const input = { scope, search, ...(target && { target: { type: target.type, id: target.id } }) };
  const chats = useInfiniteQuery({
    queryKey: [["chat", "list"], { input, type: "infinite" }],
    queryFn: ({ pageParam, signal }) =>
      client.chat.list.query({ ...input, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = chats;
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: "400px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rows = chats.data?.pages.flatMap(({ data }) => data) ?? [];
  if (chats.isPending) return <RowSkeletons rows={6} className={className} />;
  if (chats.isError && rows.length === 0)
    return (
      <ListError
        className={className}
        message="Die Chats konnten nicht geladen werden."
        errorId={problemOf(chats.error)?.requestId}
        onRetry={() => chats.refetch()}
        retrying={chats.isFetching}
      />
    );
  if (rows.length === 0) return <div className={className}>{empty}</div>;
  return (
    <div className={className}>
      <ul aria-label="Chats">
        {rows.map((chat) => (
          <li key={chat.id} className="border-b">
            <Row chat={chat} to={pathOf(chat)} isCurrent={chat.id === current} showsTarget={!target} />
          </li>
        ))}
      </ul>
      <div ref={end} />
      {hasNextPage && (
        <Button size="sm" className="my-3" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Weitere laden
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  chat: ChatRow;
  to: string;
  isCurrent: boolean;
  showsTarget: boolean;
}

function Row({ chat, to, isCurrent, showsTarget }: RowProps) {
  const { title, target, status, isQuestion, claim, lastMessageAt, unread, last } = chat;
  return (
    <Link
      to={to}
      preventScrollReset
      {...{ [chatLinkAttribute]: "" }}
      aria-current={isCurrent ? "true" : undefined}
      className={cx(
        "-mx-2 block rounded-6 px-2 py-2.5 transition-colors focus-visible:outline-offset-[-2px]",
        isCurrent ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className={cx("min-w-0 flex-1 truncate text-row", unread > 0 ? "font-semibold" : "font-medium")}>
          {title}
        </span>
        <time
          dateTime={lastMessageAt.toISOString()}
          title={formatMoment(lastMessageAt)}
          className="num flex-none text-label text-text-2"
        >
          {shortMoment(lastMessageAt)}
        </time>
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-meta text-text-2">
          {last ? `${last.author.split(" ")[0]}: ${last.text || "Anhang"}` : ""}
        </span>
        {isQuestion && <Tag tone={claim ? "out" : "warn"}>{claim ? `Frage: ${claim.user.name}` : "Frage"}</Tag>}
        {status === "resolved" && <Tag tone="out">Geklärt</Tag>}
        {unread > 0 && (
          <span className="num flex-none rounded-full bg-brand px-[5px] text-badge text-on-brand">
            {unread > 99 ? "99+" : unread}
            <span className="sr-only"> ungelesen</span>
          </span>
        )}
      </span>
      {showsTarget && target && <span className="block truncate text-label text-text-2">zu {target.title}</span>}
    </Link>
  );
}
