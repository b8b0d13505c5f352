import { useState } from "react";
import { maxChatTitleLength } from "../../../../contract/chats/chats.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import { FormDialog } from "../../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { RelationPicker } from "../../../records/form/controls/relation-picker.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

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
