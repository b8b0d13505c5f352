import type { RecordUi } from "../../records/record-ui.tsx";

/** What is special about websites. */
export const websiteUi: RecordUi = {
  lead: { state: "lifecycle", facts: ["url", "customerId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
