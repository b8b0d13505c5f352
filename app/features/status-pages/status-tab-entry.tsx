import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const StatusTab = lazyPart(async () => (await import("./status-tab.tsx")).StatusTab, <RowSkeletons rows={3} />);

/** What a customer sees of the portal without a session. */
export const statusTab: RecordTab = {
  key: "status",
  label: "Statusseite",
  ability: "manageStatusPages",
  render: (record) => <StatusTab customer={record} />,
};
