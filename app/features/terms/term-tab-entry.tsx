import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const TermTab = lazyPart(async () => (await import("./term-tab.tsx")).TermTab, <RowSkeletons rows={4} />);

/** How a record runs, for everything that runs for a time. */
export const termTab: RecordTab = {
  key: "terms",
  label: "Laufzeiten",
  render: (record) => <TermTab record={record} />,
};
