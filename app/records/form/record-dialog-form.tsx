import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { SessionNotice } from "../../lib/people/session-notice.tsx";
import { useUnsaved } from "../../lib/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { useRecordApi } from "../record-api.ts";
import { useFieldHint } from "../record-mark.tsx";
import { ChangedNotice } from "./conflicts/changed-notice.tsx";
import { useFieldNotes } from "./field-notes.tsx";
import { dialogForm } from "./layout.ts";
import type { RecordDialogOptions, SavedRecord } from "./record-dialog.tsx";
import { FieldList, MoreParts } from "./record-fields.tsx";
import { useRecordForm } from "./use-record-form.ts";

type RecordDialogProps = RecordDialogOptions & ModalControls<SavedRecord> & { type: RecordType };

/** A record's form in a dialog: what is required at once, everything else on demand. */
export function RecordDialog({ type, open, onOpenChange, close, ...options }: RecordDialogProps) {
  const { record } = options;
  const { labels } = declarationOf(type);
  const isDirty = useRef(false);
  const leave = async (next: boolean) => {
    if (next || !isDirty.current) return onOpenChange(next);
    const isSure = await confirm({
      title: "Änderungen verwerfen?",
      description: "Was du in diesem Dialog eingegeben hast, ist noch nicht gespeichert.",
      confirmLabel: "Verwerfen",
      cancelLabel: "Weiter bearbeiten",
    });
    if (isSure) onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title={record ? `${record.title} bearbeiten` : labels.create}
      description={options.isForLater ? "Wird angelegt, sobald das Formular dahinter gespeichert ist." : undefined}
      width={560}
    >
      <DialogForm
        {...options}
        type={type}
        onDirty={(now) => {
          isDirty.current = now;
        }}
        onCancel={() => leave(false)}
        onSaved={close}
      />
    </Dialog>
  );
}

interface DialogFormProps extends RecordDialogOptions {
  type: RecordType;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (saved: SavedRecord) => void;
}

function DialogForm({ type, record, prefill, onDirty, onCancel, onSaved, ...options }: DialogFormProps) {
  const { isBrief = false, isForLater = false } = options;
  // The row that the dialog was opened with is as old as the page around it.
  const { data: stored } = useQuery({
    ...useRecordApi(type).get.queryOptions({ id: record?.id ?? "" }),
    enabled: record !== undefined,
    initialData: record,
    initialDataUpdatedAt: 0,
  });
  const form = useRecordForm({ type, record: stored, prefill, onSaved, isForLater });
  const { declaration, parts, isSaving } = form;
  const noteOf = useFieldNotes(form, useFieldHint(type));
  onDirty(form.isDirty);
  useUnsaved(form.isDirty);
  const { first, more } = dialogForm(declaration, parts, isBrief);
  return (
    <form ref={form.form} {...form.onForm} noValidate aria-busy={isSaving || undefined} className="mt-4">
      <fieldset disabled={isSaving} className="min-w-0">
        <FieldList form={form} names={first} noteOf={noteOf} autoFocus />
        <MoreParts form={form} parts={more} noteOf={noteOf} />
      </fieldset>
      <div className="mt-[22px]">
        <SessionNotice />
        <ChangedNotice form={form} />
      </div>
      <DialogFooter onCancel={onCancel}>
        <Button type="submit" variant="primary" loading={isSaving} loadingLabel="Speichert …">
          {record ? "Speichern" : isForLater ? "Übernehmen" : `${declaration.labels.one} anlegen`}
        </Button>
      </DialogFooter>
    </form>
  );
}
