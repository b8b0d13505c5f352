import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const TimelineTab = lazyPart(async () => (await import("./timeline-tab.tsx")).TimelineTab, <RowSkeletons rows={6} />);

/** What people did and what the portal noticed, side by side. */
export const timelineTab: RecordTab = {
  key: "timeline",
  label: "Zeitstrahl",
  render: (record) => <TimelineTab record={record} />,
};
