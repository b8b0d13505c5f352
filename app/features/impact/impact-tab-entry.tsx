import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

export const ImpactTab = lazyPart(async () => (await import("./impact-tab.tsx")).ImpactTab, <RowSkeletons rows={6} />);

/** What hangs on a host or a domain; the graph needs the whole width. */
export const impactTab: RecordTab = {
  key: "impact",
  label: "Auswirkung",
  isWide: true,
  render: (record) => <ImpactTab key={record.id} record={record} />,
};
