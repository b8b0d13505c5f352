import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const TechnologyTab = lazyPart(
  async () => (await import("./technology-tab.tsx")).TechnologyTab,
  <RowSkeletons rows={8} />,
);

/** What a website is made of, and how that was seen. */
export const technologyTab: RecordTab = {
  key: "technologies",
  label: "Technik",
  render: (record) => <TechnologyTab website={record} />,
};
