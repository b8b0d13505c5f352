import { lazy, Suspense } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { RowBones } from "../../ui/skeleton.tsx";
import type { RecordTab } from "../records/page/record-tab.ts";
import { useIsScripted } from "./use-is-scripted.ts";

const ChatTab = lazy(async () => ({ default: (await import("./chat-tab.tsx")).ChatTab }));

/** What the team says about a record; every main type has it. */
export const chatTab: RecordTab = {
  key: "chats",
  label: "Chat",
  counts: "unreadChats",
  render: (record) => <LazyChatTab record={record} />,
};

function LazyChatTab({ record }: { record: RecordRow }) {
  if (!useIsScripted()) return <RowBones rows={3} />;
  return (
    <Suspense fallback={<RowBones rows={3} />}>
      <ChatTab record={record} />
    </Suspense>
  );
}
