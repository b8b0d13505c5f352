import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerInfoDraft } from "../../../contract/incidents/incident-page.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

type About = { incidentId: string; customerId: string };

/** „Kundeninfo entwerfen“: a mail to a customer about their own things, to be copied or sent from here. */
export function CustomerInfoDialog({ incidentId, customerId, ...controls }: About & ModalControls<true>) {
  const draft = useQuery(
    useTRPC().incident.customerInfo.queryOptions(
      { id: incidentId, customerId },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (draft.data) return <DraftForm about={{ incidentId, customerId }} draft={draft.data} {...controls} />;
  return (
    <FormDialog {...controls} title="Kundeninfo" submitLabel="Senden" isIncomplete onSubmit={() => undefined}>
      {draft.isError ? (
        <p role="alert" className="text-ui text-bad-text">
          {problemOf(draft.error)?.message ?? "Der Entwurf konnte nicht geladen werden."}
        </p>
      ) : (
        <RowSkeletons rows={4} />
      )}
    </FormDialog>
  );
}

function DraftForm({
  about: { incidentId, customerId },
  draft,
  close,
  ...controls
}: { about: About; draft: CustomerInfoDraft } & ModalControls<true>) {
  const [contactId, setContactId] = useState(draft.recipients[0]?.id ?? "");
  const [subject, setSubject] = useState(draft.subject);
  const [text, setText] = useState(draft.text);
  const { refusals, onRefused, forget } = useRefusals();
  const send = useMutate(useTRPC().incident.sendCustomerInfo.mutationOptions(), {
    refreshes: ["incident", "mail"],
    success: "Die Kundeninfo ist unterwegs.",
    onRefused,
    onSuccess: () => close(true),
  });
  const change = (set: (value: string) => void, value: string) => {
    set(value);
    forget();
  };
  const hasNobody = draft.recipients.length === 0;
  const labels = Object.fromEntries(draft.recipients.map(({ id, name, email }) => [id, `${name} (${email})`]));
  return (
    <FormDialog
      {...controls}
      width={560}
      staysOpen
      title={`Kundeninfo: ${draft.customer.label}`}
      description="Ein Entwurf mit den Websites dieses Kunden und keinen anderen. Er geht erst hinaus, wenn du ihn sendest."
      submitLabel="Senden"
      busyLabel="Sendet …"
      isBusy={send.isPending}
      isIncomplete={hasNobody}
      message={refusals[0]}
      onSubmit={() => send.mutate({ id: incidentId, customerId, contactId, subject, text })}
    >
      {hasNobody ? (
        <p className="text-ui text-text-2">
          Bei diesem Kunden hat niemand eine E-Mail-Adresse. Kopiere den Text oder ergänze einen Ansprechpartner.
        </p>
      ) : (
        <Field label="Empfänger">
          <ChoiceSelect labels={labels} value={contactId} onChange={setContactId} />
        </Field>
      )}
      <Field label="Betreff">
        <TextInput value={subject} onChange={({ target }) => change(setSubject, target.value)} />
      </Field>
      <Field label="Text">
        <TextArea rows={12} value={text} onChange={({ target }) => change(setText, target.value)} />
      </Field>
      <CopyButton text={`${subject}\n\n${text}`} label="Text kopieren" />
    </FormDialog>
  );
}
