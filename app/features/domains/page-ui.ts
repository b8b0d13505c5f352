import type { RecordRow } from "../../../contract/records/rows.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { PageUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, type Term } from "../../records/term.ts";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { DomainNotice } from "./overview-notice.tsx";
import { domainValues } from "./values.ts";

/** What is special about the page of a domain. */
export const domainPageUi: PageUi = {
  values: domainValues,
  HeaderActions: CheckNow,
  MenuActions: CheckMenu,
  lead: { state: "registration", facts: ["state", "purpose", "nameAce", "customerId"] },
  hasLetter: false,
  derivedBeside: { registrarAccountId: ["registration"], renewsAt: ["cancelBy"], priceCents: ["marginCents"] },
  term: renewalTerm,
  OverviewNotice: DomainNotice,
};

const endings: Readonly<Record<string, string>> = { cancel: "Gekündigt,", handOver: "Abgabe an den Kunden," };

/** From one renewal to the next; once it is decided that none follows, there is no day left to decide by. */
function renewalTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.renewsAt);
  if (!to) return undefined;
  const months = typeof values.periodMonths === "number" ? values.periodMonths : 12;
  const ending = endings[String(values.renewDecision)];
  const cancelBy = ending ? undefined : asDate(values.cancelBy);
  return cancellableTerm({ from: addMonths(to, -months), to }, cancelBy, ending ?? "Verlängerung,", today);
}
