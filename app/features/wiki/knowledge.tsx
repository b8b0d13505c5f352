import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const KnowledgeTab = lazyPart(
  async () => (await import("./knowledge-tab.tsx")).KnowledgeTab,
  <RowSkeletons rows={3} />,
);

/** What the wiki has about a record; every main type has it. */
export const knowledgeTab: RecordTab = {
  key: "pages",
  label: "Wissen",
  render: (record) => <KnowledgeTab record={record} />,
};
