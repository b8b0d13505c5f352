import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HostInfoDraft, websitesPlaceholder } from "../../../contract/host-moves/host-moves.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { useCreationId } from "../../lib/form/use-creation-id.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { MailDraftDialog, MailDraftForm } from "../mail/mail-draft-dialog.tsx";

type InformDialogProps = { host: RecordRow } & ModalControls<true>;

/** „Kunden informieren …“: a mail to the technical contacts of everybody with a website on the host. */
export function InformDialog({ host, ...controls }: InformDialogProps) {
  const draft = useQuery(
    useTRPC().hostMove.draft.queryOptions({ id: host.id }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <MailDraftDialog {...controls} title="Kunden informieren" query={draft}>
      {(drafted) => <InformForm {...controls} host={host} draft={drafted} />}
    </MailDraftDialog>
  );
}

function InformForm({ host, draft, close, ...controls }: InformDialogProps & { draft: HostInfoDraft }) {
  const [without, setWithout] = useState<readonly string[]>([]);
  const { refusals, onRefused, forget } = useRefusals();
  const { idFor } = useCreationId();
  const chosen = draft.recipients.filter(({ contactId }) => !without.includes(contactId));
  const send = useMutate(useTRPC().hostMove.send.mutationOptions(), {
    refreshes: ["mail", "change"],
    success: chosen.length === 1 ? "Eine Mail ist unterwegs." : `${chosen.length} Mails sind unterwegs.`,
    onRefused,
    onSuccess: () => close(true),
  });
  return (
    <MailDraftForm
      {...controls}
      title={`Kunden informieren: ${host.title}`}
      description={`Alle bekommen eine eigene Mail. Statt ${websitesPlaceholder} stehen darin ihre Websites und keine anderen. Sie geht erst hinaus, wenn du sie sendest.`}
      submitLabel={chosen.length === 1 ? "1 Mail senden" : `${chosen.length} Mails senden`}
      isBusy={send.isPending}
      isIncomplete={chosen.length === 0}
      message={refusals[0]}
      draft={draft}
      recipients={<Recipients draft={draft} without={without} onWithout={setWithout} />}
      copies={
        <CopyButton text={chosen.map(({ email }) => email).join(", ")} label="Adressen für BCC kopieren" showsLabel />
      }
      onEdit={forget}
      onSend={(mail) => {
        const sent = { id: host.id, contactIds: chosen.map(({ contactId }) => contactId), ...mail };
        send.mutate({ ...sent, creationId: idFor(JSON.stringify(sent)) });
      }}
    />
  );
}

interface RecipientsProps {
  draft: HostInfoDraft;
  /** The contacts that get no mail. */
  without: readonly string[];
  onWithout: (without: readonly string[]) => void;
}

function Recipients({ draft: { recipients, unreachable }, without, onWithout }: RecipientsProps) {
  return (
    <>
      {recipients.length === 0 ? (
        <p className="text-ui text-text-2">Niemand mit einer Website auf diesem Hoster hat eine E-Mail-Adresse.</p>
      ) : (
        <Fieldset legend="Empfänger" errors={[]}>
          {recipients.map(({ contactId, name, email, customer }) => (
            <Checkbox
              key={contactId}
              label={`${customer.label}: ${name} (${email})`}
              checked={!without.includes(contactId)}
              onChange={({ target }) =>
                onWithout(target.checked ? without.filter((id) => id !== contactId) : [...without, contactId])
              }
            />
          ))}
        </Fieldset>
      )}
      {unreachable.length > 0 && (
        <p className="text-ui text-warn-text">
          Ohne E-Mail-Adresse: {unreachable.map(({ label }) => label).join(", ")}
        </p>
      )}
    </>
  );
}
