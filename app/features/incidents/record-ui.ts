import { Siren } from "lucide-react";
import type { RecordUi } from "../../records/record-ui.tsx";
import { SeverityValue, StartedAt, StateValue } from "./state-values.tsx";

/** What is special about incidents. */
export const incidentUi: RecordUi = {
  icon: Siren,
  hasLetter: false,
  hasRelations: false,
  card: { State: ({ record }) => StateValue({ record, variant: "cell" }), Fact: StartedAt },
  values: { state: StateValue, severity: SeverityValue },
  lead: { state: "state", facts: ["severity", "cause"] },
  hidden: ["number", "state", "severity", "rootLabel", "memberCount", "claimedById", "websites", "hosts", "customers"],
};
