import { useParams } from "@remix-run/react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { HistoryTab } from "../history/history-tab.tsx";
import { usePageRecord } from "./record-page.tsx";
import type { RecordTab } from "./record-tab.ts";

// The contract of files is too large for pages that only show a record.
const FilesTab = lazyPart(async () => (await import("../files/files-tab.tsx")).FilesTab, <RowSkeletons rows={3} />);

/** The open tab of a record's page, unless it is „Übersicht“. */
export function TabPage({ tabs }: { tabs: readonly RecordTab[] }) {
  const record = usePageRecord();
  const { tab: key } = useParams();
  if (key === "history") return <HistoryTab record={record} />;
  if (key === "files") return <FilesTab record={record} />;
  return <>{tabs.find((tab) => tab.key === key)?.render(record)}</>;
}
