import { lazy, Suspense } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { ChatPanelProps } from "./chat-panel.tsx";
import { RoomBones } from "./room-bones.tsx";

const ChatPanel = lazy(() => import("./chat-panel.tsx"));

/** A chat, which is loaded only where one is open and never comes with the server's page. */
export function LazyChat(props: ChatPanelProps) {
  if (!useHydrated()) return <RoomBones className={props.className} />;
  return (
    <Suspense fallback={<RoomBones className={props.className} />}>
      <ChatPanel {...props} />
    </Suspense>
  );
}
