import { hosts } from "../../../contract/hosts/hosts.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { formatMoney } from "../../records/values/format-value.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { networkTab } from "../addresses/network-tab-entry.tsx";
import { timelineTab } from "../change-events/timeline-tab-entry.tsx";
import { chatTab } from "../chats/chat-tabs.tsx";
import { availabilityTab, certificateTab } from "../checks/tab-entries.tsx";
import { BillingItems } from "../contract-items/billing-items.tsx";
import { deadlineTab } from "../deadlines/deadline-tab-entry.tsx";
import { heartbeatTab } from "../heartbeats/heartbeat-tab-entry.tsx";
import { impactTab } from "../impact/impact-tab-entry.tsx";
import { taskTab } from "../tasks/task-tab-entry.tsx";
import { termTab } from "../terms/term-tab-entry.tsx";
import { LinkedWebsites } from "../websites/linked-websites.tsx";
import { knowledgeTab } from "../wiki/knowledge.tsx";

/** What the page of a host shows beside the tabs that every record has. */
export const hostTabs: readonly RecordTab[] = [
  {
    key: "websites",
    label: "Websites",
    counts: "website",
    render: (record) => <LinkedWebsites record={record} field="hosts" />,
  },
  { key: "contract", label: "Vertrag & Kosten", render: (record) => <ContractTab host={record} /> },
  networkTab,
  heartbeatTab,
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

const contractFields = ["providerId", "contractNo", "startAt", "periodMonths", "noticeDays", "renewsAt", "cancelBy"];

/** How a host is rented, and what it costs and brings. */
function ContractTab({ host }: { host: RecordRow }) {
  return (
    <>
      <Section title="Vertrag mit dem Anbieter">
        <FieldRows record={host} names={contractFields} />
      </Section>
      {"costCents" in host.values && <Costs host={host} />}
      <BillingItems record={host} field="hostId" />
    </>
  );
}

function Costs({ host }: { host: RecordRow }) {
  const { monthlyCostCents, monthlyRevenueCents } = valuesOf(hosts, host);
  const margin =
    typeof monthlyCostCents === "number" && typeof monthlyRevenueCents === "number"
      ? monthlyRevenueCents - monthlyCostCents
      : undefined;
  return (
    <Section title="Kosten und Erlös">
      <FieldRows record={host} names={["costCents", "billing", "monthlyCostCents", "monthlyRevenueCents"]} />
      {margin !== undefined && (
        <KeyValues
          items={[
            {
              key: "Marge/Monat",
              value: <span className={margin < 0 ? "num text-bad-text" : "num"}>{formatMoney(margin)}</span>,
            },
          ]}
        />
      )}
    </Section>
  );
}
