import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const LookalikeTab = lazyPart(
  async () => (await import("./lookalike-tab.tsx")).LookalikeTab,
  <RowSkeletons rows={6} />,
);

/** Registered names that could be mistaken for a domain. */
export const lookalikeTab: RecordTab = {
  key: "lookalikes",
  label: "Ähnliche Domains",
  render: (record) => <LookalikeTab domain={record} />,
};
