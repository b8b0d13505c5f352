import type { RecordUi } from "../../records/record-ui.tsx";
import { StatusAside } from "../checks/card.tsx";
import { CertificateValue, ResponseValue, StatusValue, UptimeValue } from "../checks/record-values.tsx";
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
  card: { Aside: StatusAside },
  fillers: { contractId: MissingContract },
  BesideTop: NextDeadlines,
  lead: { state: "status", facts: ["url", "customerId", "hosts", "responsibleUserId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
