import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const DeadlineTab = lazyPart(async () => (await import("./deadline-tab.tsx")).DeadlineTab, <RowSkeletons rows={4} />);

/** When something is to be done about a record; every main type has it. */
export const deadlineTab: RecordTab = {
  key: "deadlines",
  label: "Termine",
  render: (record) => <DeadlineTab record={record} />,
};
