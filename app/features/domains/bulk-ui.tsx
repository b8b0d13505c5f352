import type { BulkUi } from "../../records/record-ui.tsx";
import { BulkDomainChecks } from "../checks/bulk-checks-entry.tsx";
import { BulkAsk } from "../customer-questions/open-ask.tsx";
import { BulkCompareNameservers } from "../dns/bulk-compare-nameservers.tsx";
import { BulkAskHolders } from "../holder-confirmations/open-ask-holders.tsx";
import { BulkAskDomains } from "../registrations/bulk-ask-domains.tsx";
import { BulkTerms } from "../terms/bulk-terms-entry.tsx";

/** What can be done with selected domains. */
export const domainBulkUi: BulkUi = {
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
