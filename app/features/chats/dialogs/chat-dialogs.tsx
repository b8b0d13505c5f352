import { useState } from "react";
import { maxChatTitleLength, maxMessageLength } from "../../../../contract/chats/chats.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import type { PageType, RecordKey } from "../../../../contract/records/record-types.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { FormDialog } from "../../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { NameDialog, useRefusals } from "../../../lib/dialogs/name-dialog.tsx";
import { newClientId } from "../../../lib/new-client-id.ts";
import { RelationPicker } from "../../../records/form/controls/relation-picker.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

interface NewChatProps extends ModalControls<{ id: string }> {
  /** What the chat is about; without it, the person may choose something. */
  target: (RecordKey & { title: string }) | undefined;
}

const subjects: Partial<Record<PageType, string>> = {
  page: "Wiki-Seite",
  website: "Website",
  domain: "Domain",
  host: "Hoster",
  customer: "Kunde",
  device: "Gerät",
};

/** Opens a chat with its first message. */
export function NewChat({ target, open, onOpenChange, close }: NewChatProps) {
  const [clientId] = useState(newClientId);
  const [title, setTitle] = useState("");
  const [body, setBody] = useState("");
  const [type, setType] = useState<PageType | "">("");
  const [record, setRecord] = useState<Ref | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const creating = useMutate(useTRPC().chat.create.mutationOptions(), {
    refreshes: ["chat"],
    onSuccess: close,
    onRefused: (error) => {
      setRefusal(problemOf(error)?.message ?? "Der Server antwortet nicht. Dein Text bleibt hier stehen.");
      return true;
    },
  });
  const submit = () => {
    setSubmitted(true);
    setRefusal(undefined);
    if (title.trim() === "" || body.trim() === "") return;
    const about = target ?? (type && record ? { type, id: record.id } : undefined);
    creating.mutate({
      title: title.trim(),
      body: body.trim(),
      clientId,
      ...(about && { target: { type: about.type, id: about.id } }),
    });
  };
  const missing = (text: string, label: string) =>
    wasSubmitted && text.trim() === "" ? [`${label}: Pflichtfeld.`] : [];
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Neuer Chat"
      description={target && `Zu „${target.title}“`}
      width={560}
      submitLabel="Chat eröffnen"
      busyLabel="Sendet …"
      isBusy={creating.isPending}
      onSubmit={submit}
      staysOpen
      message={refusal}
    >
      <Field label="Titel" errors={missing(title, "Titel")}>
        <TextInput
          autoFocus
          autoComplete="off"
          placeholder="Worum geht es?"
          maxLength={maxChatTitleLength}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Field label="Erste Nachricht" errors={missing(body, "Erste Nachricht")}>
        <TextArea
          rows={4}
          maxLength={maxMessageLength}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      {!target && (
        <SubjectFields
          type={type}
          record={record}
          onType={(next) => {
            setType(next);
            setRecord(null);
          }}
          onRecord={setRecord}
        />
      )}
    </FormDialog>
  );
}

interface SubjectFieldsProps {
  type: PageType | "";
  record: Ref | null;
  onType: (type: PageType | "") => void;
  onRecord: (record: Ref | null) => void;
}

/** What the chat is about: first of which kind, then which one. */
function SubjectFields({ type, record, onType, onRecord }: SubjectFieldsProps) {
  return (
    <>
      <Field label="Betrifft" mark="optional">
        <ChoiceSelect labels={{ "": "Nichts Bestimmtes", ...subjects }} value={type} onChange={onType} />
      </Field>
      {type && (
        <Field key={type} label={subjects[type] ?? ""}>
          <RelationPicker to={type} value={record} onChange={onRecord} />
        </Field>
      )}
    </>
  );
}

export interface SectionChoice {
  heading: string;
  page: Ref;
}

/** Asks for the heading of a section that is made of messages, and for the page that gets it. */
export function SectionDialog({
  heading: given,
  open,
  onOpenChange,
  close,
}: { heading: string } & ModalControls<SectionChoice>) {
  const [heading, setHeading] = useState(given);
  const [page, setPage] = useState<Ref | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const submit = () => {
    setSubmitted(true);
    if (heading.trim() !== "" && page) close({ heading: heading.trim(), page });
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Als Wiki-Abschnitt übernehmen"
      description="Die Nachrichten kommen ans Ende der Seite, mit Namen, Datum und einem Link hierher."
      submitLabel="Übernehmen"
      onSubmit={submit}
    >
      <Field label="Überschrift" errors={wasSubmitted && heading.trim() === "" ? ["Überschrift: Pflichtfeld."] : []}>
        <TextInput
          value={heading}
          maxLength={maxChatTitleLength}
          onChange={(event) => setHeading(event.target.value)}
        />
      </Field>
      <Field label="Seite" errors={wasSubmitted && !page ? ["Seite: Pflichtfeld."] : []}>
        <RelationPicker to="page" value={page} onChange={setPage} />
      </Field>
    </FormDialog>
  );
}

/** Asks for a chat's new title. */
export function RenameChat({
  chat,
  open,
  onOpenChange,
  close,
}: { chat: { id: string; title: string } } & ModalControls<true>) {
  const { refusals, onRefused, forget } = useRefusals();
  const renaming = useMutate(useTRPC().chat.rename.mutationOptions(), {
    refreshes: ["chat"],
    success: "Gespeichert.",
    onSuccess: () => close(true),
    onRefused,
  });
  return (
    <NameDialog
      open={open}
      onOpenChange={onOpenChange}
      refusals={refusals}
      title="Chat umbenennen"
      label="Titel"
      name={chat.title}
      maxLength={maxChatTitleLength}
      isSaving={renaming.isPending}
      onEdit={forget}
      onSave={(title) => renaming.mutate({ id: chat.id, title })}
    />
  );
}
