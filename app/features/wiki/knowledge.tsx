import { lazy, Suspense } from "react";
import { RowBones } from "../../ui/skeleton.tsx";
import type { RecordTab } from "../records/page/record-tab.ts";

const KnowledgeTab = lazy(async () => ({ default: (await import("./knowledge-tab.tsx")).KnowledgeTab }));

/** What the wiki has about a record; every main type has it. */
export const knowledgeTab: RecordTab = {
  key: "pages",
  label: "Wissen",
  render: (record) => (
    <Suspense fallback={<RowBones rows={3} />}>
      <KnowledgeTab record={record} />
    </Suspense>
  ),
};
