import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const TaskTab = lazyPart(async () => (await import("./task-tab.tsx")).TaskTab, <RowSkeletons rows={3} />);

/** What is to be done about a record; every main type has it. */
export const taskTab: RecordTab = {
  key: "tasks",
  label: "Aufgaben",
  render: (record) => <TaskTab target={record} />,
};
