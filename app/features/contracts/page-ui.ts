import { contractTerm as fields } from "../../../contract/contracts/contract-term.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { runningPeriod } from "../../../contract/terms/record-term.ts";
import type { PageUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, type Term } from "../../records/term.ts";

/** What is special about the page of a contract. */
export const contractPageUi: PageUi = {
  lead: { state: "status", facts: ["number", "kind"] },
  derivedBeside: {
    noticeDays: ["cancelBy"],
    priceCents: ["cycleRevenueCents", "monthlyRevenueCents", "yearlyRevenueCents"],
  },
  term: contractTerm,
};

/** From the beginning of a contract to the end of the term that runs, however often it was renewed. */
export function contractTerm({ values }: RecordRow, today: string): Term | undefined {
  const from = asDate(values.startAt);
  const to = runningPeriod(fields, values, today)?.to;
  if (!from || !to || from >= to || values.status === "draft") return undefined;
  const isRenewed = values.autoRenew === true && values.status === "active";
  return cancellableTerm({ from, to }, asDate(values.cancelBy), isRenewed ? "Verlängerung," : "Vertragsende,", today);
}
