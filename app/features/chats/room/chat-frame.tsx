import type { ReactNode } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import type { ChatPanelProps } from "./chat-panel.tsx";

interface PanelHeaderProps {
  title: ReactNode;
  /** A quieter line below the title. */
  note?: ReactNode;
  /** The way back, before the title. */
  back?: ReactNode;
  /** What can be done, at the right. */
  children?: ReactNode;
}

/** The head of a chat, of the list of a page's chats, and of both while they are on their way. */
export function PanelHeader({ title, note, back, children }: PanelHeaderProps) {
  return (
    <header className="flex h-14 flex-none items-center gap-1 border-b pl-5 pr-3 max-md:pl-4 max-md:pr-1">
      {back}
      <div className="mr-1 min-w-0 flex-1">
        <h2 className="truncate !text-row font-semibold" title={typeof title === "string" ? title : undefined}>
          {title}
        </h2>
        {note && <p className="truncate text-label text-text-3">{note}</p>}
      </div>
      {children}
    </header>
  );
}

/** A chat while it is on its way. */
export function ChatSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div role="status" className={cx("flex min-h-0 flex-1 flex-col", className)}>
      <span className="sr-only">Wird geladen …</span>
      <PanelHeader title={<Skeleton className="my-1 h-3 w-44" />} note={<Skeleton className="my-1 h-2.5 w-28" />} />
      <div className="flex-1 overflow-hidden pt-2">
        {["a", "b", "c", "d", "e"].map((key) => (
          <MessageSkeleton key={key} />
        ))}
      </div>
    </div>
  );
}

/** A message that is still on its way to this page. */
export function MessageSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid h-[60px] grid-cols-[28px_minmax(0,1fr)] gap-x-[11px] px-5 pt-3.5 max-md:px-4"
    >
      <Skeleton className="h-7 w-7 rounded-full" />
      <span>
        <Skeleton className="mt-1 h-3 w-32" />
        <Skeleton className="mt-2.5 h-3 w-[78%]" />
      </span>
    </div>
  );
}

/** A chat, which is loaded only where one is open and never comes with the server's page. */
export const LazyChat = lazyPart<ChatPanelProps>(
  async () => (await import("./chat-panel.tsx")).ChatPanel,
  ({ className }) => <ChatSkeleton className={className} />,
);
