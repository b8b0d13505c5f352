import { Server } from "lucide-react";
import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkChecks } from "../checks/bulk-checks-entry.tsx";
import { StatusAside } from "../checks/card.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { StatusValue } from "../checks/record-values.tsx";
import { CardEdge, HeadEdge, UptimeValue } from "../checks/strip-edges.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";
import { SharedAddressesHint } from "./shared-addresses-hint.tsx";

/** What is special about hosts. */
export const hostUi: RecordUi = {
  icon: Server,
  values: { status: StatusValue, uptime30d: UptimeValue },
  card: { Aside: StatusAside, Edge: CardEdge },
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: CheckMenu,
  lead: { state: "status", facts: ["hostname", "providerId", "customerId"] },
  hidden: ["shared"],
  derivedBeside: { kind: ["customerCount"], renewsAt: ["cancelBy"], noticeDays: ["cancelBy"] },
  console: { field: "panelUrl", label: "Verwaltung öffnen" },
  BulkActions: ({ mayEdit, ...bar }) => (
    <>
      <BulkChecks type="host" {...bar} />
      {mayEdit && <BulkTerms type="host" {...bar} />}
    </>
  ),
  fieldHint: (name, { values: { ips }, id }) =>
    name === "ips" && <SharedAddressesHint text={typeof ips === "string" ? ips : ""} hostId={id} />,
};
