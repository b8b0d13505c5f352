import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { useUnreadMessages } from "./unread-chats.tsx";

const ChatTab = lazyPart(async () => (await import("./target-chats.tsx")).ChatTab, <RowSkeletons rows={3} />);

/** What the team says about a record; every main type has it. */
export const chatTab: RecordTab = {
  key: "chats",
  label: "Chat",
  useCount: useUnreadMessages,
  render: (record) => <ChatTab record={record} />,
};
