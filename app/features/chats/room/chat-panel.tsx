import { useQuery } from "@tanstack/react-query";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { ChatSkeleton } from "./chat-frame.tsx";
import { ChatRoom } from "./chat-room.tsx";

export interface ChatPanelProps {
  chatId: string;
  /** A message to show and point out. */
  message?: number | undefined;
  /** Whether what the chat is about stands beside it. */
  isBeside?: boolean;
  /** Whether the list of chats stands beside it where there is room. */
  hasListBeside?: boolean;
  onClose?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  className?: string | undefined;
}

/** A chat as it is read and written. */
export function ChatPanel({
  chatId,
  message,
  isBeside = false,
  hasListBeside = false,
  onClose,
  onBack,
  className,
}: ChatPanelProps) {
  const chat = useQuery(useTRPC().chat.get.queryOptions({ id: chatId }));
  const problem = problemOf(chat.error);
  const leave = onBack ?? onClose;
  return (
    <section aria-label="Chat" className={cx("flex min-h-0 min-w-0 flex-col", className)}>
      {problem?.problem === "not_found" ? (
        <div className="px-5 pt-6">
          <p className="font-semibold">Diesen Chat gibt es nicht.</p>
          <p className="mt-1 text-ui text-text-2">Vielleicht ist der Link alt, oder der Chat ist nicht für dich.</p>
          {leave && (
            <Button size="sm" className="mt-3" onClick={leave}>
              Schließen
            </Button>
          )}
        </div>
      ) : chat.data ? (
        <ChatRoom
          key={chatId}
          chat={chat.data}
          message={message}
          isBeside={isBeside}
          hasListBeside={hasListBeside}
          onClose={onClose}
          onBack={onBack}
        />
      ) : chat.isError ? (
        <ListError
          className="!px-5"
          message="Der Chat konnte nicht geladen werden."
          errorId={problem?.requestId}
          onRetry={() => chat.refetch()}
          retrying={chat.isFetching}
        />
      ) : (
        <ChatSkeleton />
      )}
    </section>
  );
}
