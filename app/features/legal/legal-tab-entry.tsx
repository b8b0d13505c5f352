import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const LegalTab = lazyPart(async () => (await import("./legal-tab.tsx")).LegalTab, <RowSkeletons rows={8} />);

/** What the last run found of law and quality at a website. */
export const legalTab: RecordTab = {
  key: "legal",
  label: "Rechtliches",
  render: (record) => <LegalTab website={record} />,
};

const CustomerLegalTab = lazyPart(
  async () => (await import("./customer-legal-tab.tsx")).CustomerLegalTab,
  <RowSkeletons rows={8} />,
);

/** The findings at all websites of a customer. */
export const customerLegalTab: RecordTab = {
  key: "legal",
  label: "Rechtliches",
  render: (record) => <CustomerLegalTab customer={record} />,
};
