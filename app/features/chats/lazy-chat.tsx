import { lazyPart } from "../../lib/lazy-part.tsx";
import type { ChatPanelProps } from "./chat-panel.tsx";
import { RoomBones } from "./room-bones.tsx";

/** A chat, which is loaded only where one is open and never comes with the server's page. */
export const LazyChat = lazyPart<ChatPanelProps>(
  async () => (await import("./chat-panel.tsx")).ChatPanel,
  ({ className }) => <RoomBones className={className} />,
);
