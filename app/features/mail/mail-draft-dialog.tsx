import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { problemOf } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

interface Mail {
  subject: string;
  text: string;
}

interface MailDraftDialogProps<Draft> extends ModalControls<true> {
  title: string;
  query: UseQueryResult<Draft, unknown>;
  children: (draft: Draft) => ReactNode;
}

/** Shows a dialog that cannot be sent yet until the draft is there, which `children` then shows in its place. */
export function MailDraftDialog<Draft>({ query, children, ...dialog }: MailDraftDialogProps<Draft>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <FormDialog {...dialog} width={560} submitLabel="Senden" isIncomplete onSubmit={() => undefined}>
      {query.isError ? (
        <p role="alert" className="text-ui text-bad-text">
          {problemOf(query.error)?.message ?? "Der Entwurf konnte nicht geladen werden."}
        </p>
      ) : (
        <RowSkeletons rows={4} />
      )}
    </FormDialog>
  );
}

interface MailDraftFormProps
  extends Omit<ComponentProps<typeof FormDialog>, "onSubmit" | "width" | "staysOpen" | "busyLabel" | "children"> {
  draft: Mail;
  recipients: ReactNode;
  /** What can be copied besides the mail. */
  copies?: ReactNode;
  onEdit: () => void;
  onSend: (mail: Mail) => void;
}

/** A mail that the portal has drafted: to be edited, and copied or sent. */
export function MailDraftForm({ draft, recipients, copies, onEdit, onSend, ...dialog }: MailDraftFormProps) {
  const [subject, setSubject] = useState(draft.subject);
  const [text, setText] = useState(draft.text);
  const change = (set: (value: string) => void, value: string) => {
    set(value);
    onEdit();
  };
  return (
    <FormDialog {...dialog} width={560} staysOpen busyLabel="Sendet …" onSubmit={() => onSend({ subject, text })}>
      {recipients}
      <Field label="Betreff">
        <TextInput value={subject} onChange={({ target }) => change(setSubject, target.value)} />
      </Field>
      <Field label="Text">
        <TextArea rows={12} value={text} onChange={({ target }) => change(setText, target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={`${subject}\n\n${text}`} label="Text kopieren" showsLabel />
        {copies}
      </div>
    </FormDialog>
  );
}
