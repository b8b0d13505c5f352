import { lazyPart } from "../../../lib/lazy-part.tsx";
import { ChatSkeleton } from "./chat-frame.tsx";
import type { ChatPanelProps } from "./chat-panel.tsx";

/** A chat, which is loaded only where one is open and never comes with the server's page. */
export const LazyChat = lazyPart<ChatPanelProps>(
  async () => (await import("./chat-panel.tsx")).ChatPanel,
  ({ className }) => <ChatSkeleton className={className} />,
);
