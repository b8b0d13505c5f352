import { Globe } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { RecordUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, type Term } from "../../records/term.ts";
import { BulkChecks } from "../checks/bulk-checks-entry.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { StatusValue } from "../checks/record-values.tsx";
import { BulkAsk } from "../customer-questions/open-ask.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";
import { DecisionBar } from "./decision-bar.tsx";

/** What is special about domains. */
export const domainUi: RecordUi = {
  icon: Globe,
  values: { state: StatusValue },
  HeaderActions: CheckNow,
  MenuActions: CheckMenu,
  lead: { state: "purpose", facts: ["nameAce", "customerId"] },
  hasLetter: false,
  derivedBeside: { renewsAt: ["cancelBy"], priceCents: ["marginCents"] },
  term: renewalTerm,
  OverviewNotice: DecisionBar,
  BulkActions: ({ mayEdit, ...bar }) => (
    <>
      <BulkChecks type="domain" {...bar} />
      {mayEdit && <BulkTerms type="domain" {...bar} />}
      {mayEdit && <BulkAsk {...bar} />}
    </>
  ),
};

/** From one renewal to the next. */
function renewalTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.renewsAt);
  if (!to) return undefined;
  const months = typeof values.periodMonths === "number" ? values.periodMonths : 12;
  return cancellableTerm({ from: addMonths(to, -months), to }, asDate(values.cancelBy), "Verlängerung,", today);
}
