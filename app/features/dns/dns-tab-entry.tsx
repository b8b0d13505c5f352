import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const DnsTab = lazyPart(async () => (await import("./dns-tab.tsx")).DnsTab, <RowSkeletons rows={8} />);

/** What the DNS says of a domain. */
export const dnsTab: RecordTab = { key: "dns", label: "DNS", render: (record) => <DnsTab domain={record} /> };

const MailTab = lazyPart(async () => (await import("./mail-tab.tsx")).MailTab, <RowSkeletons rows={8} />);

/** How well a domain's mail is protected. */
export const mailTab: RecordTab = { key: "mail", label: "E-Mail", render: (record) => <MailTab domain={record} /> };
