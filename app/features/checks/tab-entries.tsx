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

/** What is watched has it: websites, hosts and domains. */
export const availabilityTab: RecordTab = {
  key: "availability",
  label: "Verfügbarkeit",
  render: (record) => <AvailabilityTab record={record} />,
};

/** What can show a certificate: websites, and the mail ports of hosts. */
export const certificateTab: RecordTab = {
  key: "certificate",
  label: "Zertifikat",
  render: (record) => <CertificateTab record={record} />,
};
