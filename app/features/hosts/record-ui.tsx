import { Radar, Server } from "lucide-react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkHostChecks } from "../checks/bulk-checks-entry.tsx";
import { StatusState, UptimeFact } from "../checks/card.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { CertificateValue, ResponseValue, StatusValue } from "../checks/record-values.tsx";
import { CardEdge, HeadEdge, UptimeValue } from "../checks/strip-edges.tsx";
import { HostMenu } from "../host-moves/host-acts.tsx";
import { MaintenanceItem } from "../maintenance/maintenance-item.tsx";
import { PhpSupportValue } from "../technologies/software-columns.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";
import { PhpValue, SystemValue, SystemVersionValue } from "./software-values.tsx";

const BulkMaintenance = lazyPart(
  async () => (await import("../maintenance/bulk-maintenance.tsx")).BulkMaintenance,
  null,
);
const ProviderNotices = lazyPart(
  async () => (await import("../provider-status/provider-notices.tsx")).ProviderNotices,
  null,
);
const SharedAddressesHint = lazyPart(
  async () => (await import("./shared-addresses-hint.tsx")).SharedAddressesHint,
  <span>Eine Angabe je Zeile.</span>,
);

/** What is special about hosts. */
export const hostUi: RecordUi = {
  icon: Server,
  values: {
    status: StatusValue,
    responseTimeMs: ResponseValue,
    uptime30d: UptimeValue,
    certificateExpiresAt: CertificateValue,
    os: SystemValue,
    osVersion: SystemVersionValue,
    phpVersions: PhpValue,
    phpSupport: PhpSupportValue,
  },
  card: { State: StatusState, Fact: UptimeFact, Edge: CardEdge },
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: ({ record }) => (
    <>
      <HostMenu record={record} />
      <MaintenanceItem record={record} />
      <CheckMenu record={record} />
    </>
  ),
  lead: { state: "status", facts: ["hostname", "providerId", "customerId"] },
  emptyAction: {
    icon: Radar,
    title: "Aus Websites erkennen",
    text: "Vorschläge nach IP-Adresse, angelegt wird nur, was du ankreuzt",
    href: "/hosts/proposals",
  },
  OverviewNotice: ({ record }) => <ProviderNotices type="host" id={record.id} />,
  // Where several customers have websites there, no single one is missing.
  hidden: ({ values: { customerCount, customerId } }) =>
    Number(customerCount) > 1 && !customerId ? ["shared", "customerId"] : ["shared"],
  derivedBeside: { kind: ["customerCount"], renewsAt: ["cancelBy"], noticeDays: ["cancelBy"] },
  console: { field: "panelUrl", label: "Verwaltung öffnen" },
  SelectionActions: (props) => (
    <>
      <BulkHostChecks {...props} />
      <BulkMaintenance type="host" {...props} />
    </>
  ),
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkTerms type="host" {...bar} />,
  fieldHint: (name, { values: { ips }, id }) =>
    name === "ips" && <SharedAddressesHint text={typeof ips === "string" ? ips : ""} hostId={id} />,
};
