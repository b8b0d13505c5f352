import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const ImpactTab = lazyPart(async () => (await import("./impact-tab.tsx")).ImpactTab, <RowSkeletons rows={6} />);

/** What hangs on a host or a domain. */
export const impactTab: RecordTab = {
  key: "impact",
  label: "Auswirkung",
  render: (record) => <ImpactTab key={record.id} record={record} />,
};
