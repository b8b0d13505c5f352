import type { RecordUi } from "../../records/record-ui.tsx";
import { MissingContract } from "./missing-contract.tsx";
import { NextDeadlines } from "./next-deadlines.tsx";

/** What is special about websites. */
export const websiteUi: RecordUi = {
  fillers: { contractId: MissingContract },
  BesideTop: NextDeadlines,
  lead: { state: "lifecycle", facts: ["url", "customerId", "hosts", "responsibleUserId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
