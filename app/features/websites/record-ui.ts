import type { RecordUi } from "../../records/record-ui.tsx";
import { BulkWebsiteChecks } from "../checks/bulk-checks-entry.tsx";
import { StatusAside } from "../checks/card.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { CertificateValue, ResponseValue, StatusValue } from "../checks/record-values.tsx";
import { CardEdge, HeadEdge, UptimeValue } from "../checks/strip-edges.tsx";
import { MissingContract } from "./missing-contract.tsx";
import { NextDeadlines } from "./next-deadlines.tsx";

/** What is special about websites. */
export const websiteUi: RecordUi = {
  values: {
    status: StatusValue,
    responseTimeMs: ResponseValue,
    uptime30d: UptimeValue,
    certificateExpiresAt: CertificateValue,
  },
  card: { Aside: StatusAside, Edge: CardEdge },
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: CheckMenu,
  BulkActions: BulkWebsiteChecks,
  fillers: { contractId: MissingContract },
  BesideTop: NextDeadlines,
  lead: { state: "status", facts: ["url", "customerId", "hosts", "responsibleUserId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
