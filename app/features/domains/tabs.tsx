import { domains } from "../../../contract/domains/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { formatPercent } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { formatMoney } from "../../records/values/format-value.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { timelineTab } from "../change-events/timeline-tab-entry.tsx";
import { chatTab } from "../chats/chat-tabs.tsx";
import { availabilityTab, certificateTab } from "../checks/tab-entries.tsx";
import { BillingItems } from "../contract-items/billing-items.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { dnsTab, mailTab } from "../dns/dns-tab-entry.tsx";
import { impactTab } from "../impact/impact-tab-entry.tsx";
import { lookalikeTab } from "../lookalikes/lookalike-tab-entry.tsx";
import { registrationTab } from "../registrations/registration-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { LinkedWebsites } from "../websites/linked-websites.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

const HolderTab = lazyPart(async () => (await import("./holder-tab.tsx")).HolderTab, <RowSkeletons rows={6} />);

/** What the page of a domain shows beside the tabs that every record has. */
export const domainTabs: readonly RecordTab[] = [
  dnsTab,
  mailTab,
  lookalikeTab,
  registrationTab,
  { key: "holder", label: "Inhaber & NIS2", render: (record) => <HolderTab domain={record} /> },
  { key: "costs", label: "Kosten", ability: "seePrices", render: (record) => <CostsTab domain={record} /> },
  {
    key: "websites",
    label: "Websites",
    counts: "website",
    render: (record) => <LinkedWebsites record={record} field="domains" />,
  },
  impactTab,
  termTab,
  availabilityTab,
  certificateTab,
  timelineTab,
  deadlineTab,
  taskTab,
  knowledgeTab,
  chatTab,
];

/** What a domain costs and brings. */
function CostsTab({ domain }: { domain: RecordRow }) {
  const { priceCents, marginCents } = valuesOf(domains, domain);
  const hasMargin = typeof priceCents === "number" && typeof marginCents === "number";
  return (
    <>
      <Section title="Einkauf und Verkauf">
        <FieldRows record={domain} names={["costCents", "priceCents"]} />
        {hasMargin && (
          <KeyValues
            items={[
              { key: "Marge/Jahr", value: <Margin cents={marginCents} of={priceCents} /> },
              { key: "Marge/Monat", value: <span className="num">{formatMoney(Math.round(marginCents / 12))}</span> },
            ]}
          />
        )}
        {!priceCents && <p className="pt-3 text-ui text-text-2">Diese Domain wird dem Kunden nicht berechnet.</p>}
      </Section>
      <BillingItems record={domain} field="domainId" />
    </>
  );
}

function Margin({ cents, of }: { cents: number; of: number }) {
  return (
    <span className={cents < 0 ? "num text-bad-text" : "num"}>
      {formatMoney(cents)}
      {of > 0 && <span className="ml-2 text-text-3">{formatPercent(cents / of, 0)}</span>}
      {cents < 0 && <span className="ml-2">Der Einkauf ist teurer als der Verkauf.</span>}
    </span>
  );
}
