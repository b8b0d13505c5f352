import type { PageUi } from "../../records/record-ui.tsx";
import { incidentValues } from "./values.ts";

/** What is special about the page of an incident. */
export const incidentPageUi: PageUi = {
  values: incidentValues,
  hasLetter: false,
  hasRelations: false,
  lead: { state: "state", facts: ["severity", "cause"] },
  hidden: ["number", "state", "severity", "rootLabel", "memberCount", "claimedById", "websites", "hosts", "customers"],
};
