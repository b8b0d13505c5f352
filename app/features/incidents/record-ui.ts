import { Siren } from "lucide-react";
import type { RecordUi } from "../../records/record-ui.tsx";

/** What is special about incidents. */
export const incidentUi: RecordUi = {
  icon: Siren,
  hasLetter: false,
  lead: { state: "state", facts: ["severity", "cause"] },
  hidden: ["number", "state", "severity", "rootLabel", "memberCount", "claimedById", "websites", "hosts", "customers"],
};
