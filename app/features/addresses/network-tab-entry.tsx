import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const NetworkTab = lazyPart(async () => (await import("./network-tab.tsx")).NetworkTab, <RowSkeletons rows={8} />);

/** What one sees of a host from outside, and how full it will be. */
export const networkTab: RecordTab = {
  key: "network",
  label: "Netz & Auslastung",
  render: (record) => <NetworkTab host={record} />,
};
