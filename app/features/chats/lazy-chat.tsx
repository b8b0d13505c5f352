import { lazy, Suspense, useEffect, useState } from "react";
import type { ChatPanelProps } from "./chat-panel.tsx";
import { RoomBones } from "./room-bones.tsx";

const ChatPanel = lazy(() => import("./chat-panel.tsx"));

/** A chat, which is loaded only where one is open and never comes with the server's page. */
export function LazyChat(props: ChatPanelProps) {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  if (!isScripted) return <RoomBones className={props.className} />;
  return (
    <Suspense fallback={<RoomBones className={props.className} />}>
      <ChatPanel {...props} />
    </Suspense>
  );
}
