import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const AvailabilityTab = lazyPart(
  async () => (await import("./availability-tab.tsx")).AvailabilityTab,
  <RowSkeletons rows={8} />,
);
const CertificateTab = lazyPart(
  async () => (await import("./certificate-tab.tsx")).CertificateTab,
  <RowSkeletons rows={8} />,
);

const LastDayStrip = lazyPart(
  async () => (await import("./last-day.tsx")).LastDay,
  <div className="mb-7 min-h-[128px] max-md:min-h-[152px]" />,
);

/** The last day of what has been checked, above the key data of its page. */
export const LastDay = ({ record }: { record: RecordRow }) =>
  record.values.checkedAt ? <LastDayStrip record={record} /> : null;

/** What is watched has it: websites, hosts and domains. */
export const availabilityTab: RecordTab = {
  key: "availability",
  label: "Verfügbarkeit",
  render: (record) => <AvailabilityTab record={record} />,
};

/** What can show a certificate: websites, domains by theirs, and the mail ports of hosts. */
export const certificateTab: RecordTab = {
  key: "certificate",
  label: "Zertifikat",
  render: (record) => <CertificateTab record={record} />,
};
