import { useQuery } from "@tanstack/react-query";
import { maxDomainsPerMail } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { AskCustomersDialog } from "../customer-questions/ask-customers-dialog.tsx";

type AskHoldersDialogProps = ModalControls<true> & { domainIds: readonly string[] };

/** Asks the customers of selected domains whether their holders are right. */
export function AskHoldersDialog({ domainIds, ...controls }: AskHoldersDialogProps) {
  const client = useTRPCClient();
  const askable = useQuery(useTRPC().holderConfirmation.askable.queryOptions({ domainIds: [...domainIds] }));
  const withoutHolder = askable.data?.withoutHolder ?? 0;
  return (
    <AskCustomersDialog
      {...controls}
      title="Inhaberdaten prüfen lassen"
      description="Eine E-Mail „Bitte prüfen Sie Ihre Inhaberdaten“ führt auf eine Seite mit den Angaben. Die Antwort steht danach bei der Domain."
      submitLabel={(count) => (count === 1 ? "E-Mail senden" : `${count} E-Mails senden`)}
      askable={askable}
      listItems={({ domains }) => domains.map(({ title }) => title).join(", ")}
      leftOut={withoutHolder > 0 && `${withoutHolder} ohne Inhaberdaten`}
      ask={async ({ id: customerId, domains }, contactId) => {
        const ids = domains.map(({ id }) => id);
        for (let start = 0; start < ids.length; start += maxDomainsPerMail) {
          const part = ids.slice(start, start + maxDomainsPerMail);
          await client.holderConfirmation.ask.mutate({ customerId, contactId, domainIds: part });
        }
      }}
      refreshes={["holderConfirmation", "domain", "change"]}
    />
  );
}
