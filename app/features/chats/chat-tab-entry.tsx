import { lazy, Suspense } from "react";
import { RowBones } from "../../ui/skeleton.tsx";
import type { RecordTab } from "../records/page/record-tab.ts";

const ChatTab = lazy(async () => ({ default: (await import("./chat-tab.tsx")).ChatTab }));

/** What the team says about a record; every main type has it. */
export const chatTab: RecordTab = {
  key: "chats",
  label: "Chat",
  counts: "unreadChats",
  render: (record) => (
    <Suspense fallback={<RowBones rows={3} />}>
      <ChatTab record={record} />
    </Suspense>
  ),
};
