import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const HeartbeatTab = lazyPart(
  async () => (await import("./heartbeat-tab.tsx")).HeartbeatTab,
  <RowSkeletons rows={3} />,
);

/** What reports by itself on a record, such as its backups. */
export const heartbeatTab: RecordTab = {
  key: "heartbeats",
  label: "Herzschlag",
  render: (record) => <HeartbeatTab record={record} />,
};
