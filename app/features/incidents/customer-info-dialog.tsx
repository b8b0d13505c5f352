import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerInfoDraft } from "../../../contract/incidents/incident-page.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { useCreationId } from "../../lib/form/use-creation-id.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { MailDraftDialog, MailDraftForm } from "../mail/mail-draft-dialog.tsx";

type CustomerInfoProps = { incidentId: string; customerId: string } & ModalControls<true>;

/** „Kundeninfo entwerfen“: a mail to a customer about their own things, to be copied or sent from here. */
export function CustomerInfoDialog({ incidentId, customerId, ...controls }: CustomerInfoProps) {
  const draft = useQuery(
    useTRPC().incident.customerInfo.queryOptions(
      { id: incidentId, customerId },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  return (
    <MailDraftDialog {...controls} title="Kundeninfo" query={draft}>
      {(drafted) => <CustomerInfoForm {...controls} incidentId={incidentId} customerId={customerId} draft={drafted} />}
    </MailDraftDialog>
  );
}

function CustomerInfoForm({
  incidentId,
  customerId,
  draft,
  close,
  ...controls
}: CustomerInfoProps & { draft: CustomerInfoDraft }) {
  const [contactId, setContactId] = useState(draft.recipients[0]?.id ?? "");
  const { refusals, onRefused, forget } = useRefusals();
  const { idFor } = useCreationId();
  const send = useMutate(useTRPC().incident.sendCustomerInfo.mutationOptions(), {
    refreshes: ["incident", "mail"],
    success: "Die Kundeninfo ist unterwegs.",
    onRefused,
    onSuccess: () => close(true),
  });
  const hasNobody = draft.recipients.length === 0;
  const labels = Object.fromEntries(draft.recipients.map(({ id, name, email }) => [id, `${name} (${email})`]));
  return (
    <MailDraftForm
      {...controls}
      title={`Kundeninfo: ${draft.customer.label}`}
      description="Ein Entwurf mit dem, was diesen Kunden betrifft, und sonst nichts. Er geht erst hinaus, wenn du ihn sendest."
      submitLabel="Senden"
      isBusy={send.isPending}
      isIncomplete={hasNobody}
      message={refusals[0]}
      draft={draft}
      recipients={
        hasNobody ? (
          <p className="text-ui text-text-2">
            Bei diesem Kunden hat niemand eine E-Mail-Adresse. Kopiere den Text oder ergänze einen Ansprechpartner.
          </p>
        ) : (
          <Field label="Empfänger">
            <ChoiceSelect labels={labels} value={contactId} onChange={setContactId} />
          </Field>
        )
      }
      onEdit={forget}
      onSend={(mail) => {
        const sent = { id: incidentId, customerId, contactId, ...mail };
        send.mutate({ ...sent, creationId: idFor(JSON.stringify(sent)) });
      }}
    />
  );
}
