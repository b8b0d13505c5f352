import { Globe, Plug } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { RecordUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, type Term } from "../../records/term.ts";
import { BulkDomainChecks } from "../checks/bulk-checks-entry.tsx";
import { CheckMenu, CheckNow } from "../checks/check-acts.tsx";
import { CertificateValue, StatusValue } from "../checks/record-values.tsx";
import { BulkAsk } from "../customer-questions/open-ask.tsx";
import { BulkCompareNameservers } from "../dns/bulk-compare-nameservers.tsx";
import { BulkAskHolders } from "../holder-confirmations/open-ask-holders.tsx";
import { BulkAskDomains } from "../registrations/bulk-ask-domains.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";
import { DomainNotice } from "./overview-notice.tsx";
import { RegistrationValue } from "./registration-value.tsx";

/** What is special about domains. */
export const domainUi: RecordUi = {
  icon: Globe,
  values: { state: StatusValue, registration: RegistrationValue, certificateExpiresAt: CertificateValue },
  HeaderActions: CheckNow,
  MenuActions: CheckMenu,
  lead: { state: "registration", facts: ["state", "purpose", "nameAce", "customerId"] },
  hasLetter: false,
  derivedBeside: { registrarAccountId: ["registration"], renewsAt: ["cancelBy"], priceCents: ["marginCents"] },
  term: renewalTerm,
  emptyAction: {
    icon: Plug,
    title: "Registrar verbinden",
    text: "INWX, AutoDNS, Cloudflare, IONOS oder netcup nennt die Domains",
    href: "/settings/registrars",
    ability: "manageSettings",
  },
  OverviewNotice: DomainNotice,
  SelectionActions: (bar) => (
    <>
      <BulkDomainChecks {...bar} />
      <BulkAskDomains {...bar} />
    </>
  ),
  BulkActions: ({ mayEdit, ...bar }) => (
    <>
      {mayEdit && (
        <>
          <BulkTerms type="domain" {...bar} />
          <BulkAsk {...bar} />
          <BulkAskHolders {...bar} />
        </>
      )}
      <BulkCompareNameservers {...bar} />
    </>
  ),
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
