import { type FormEvent, useId, useState } from "react";
import type { Attachment } from "../../../../contract/attachments.ts";
import type { RecordKey } from "../../../../contract/records/record-types.ts";
import { openModal } from "../../../lib/modals.ts";
import { useMutate } from "../../../lib/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogClose } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

/** Gives a file of a record another name. */
export function openRenameDialog(record: RecordKey, file: Attachment): Promise<true | undefined> {
  return openModal<true>(({ open, onOpenChange, close }) => (
    <RenameDialog record={record} file={file} open={open} onOpenChange={onOpenChange} onSaved={() => close(true)} />
  ));
}

interface RenameDialogProps {
  record: RecordKey;
  file: Attachment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

function RenameDialog({ record: { type, id }, file, open, onOpenChange, onSaved }: RenameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(file.filename);
  const [errors, setErrors] = useState<string[]>([]);
  const rename = useMutate(useTRPC().attachment.rename.mutationOptions(), {
    refreshes: ["attachment", "change"],
    success: "Datei umbenannt.",
    onSuccess: onSaved,
    onRefused: (error) => {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      const told = Object.values(problem.fields ?? {}).flat();
      setErrors(told.length > 0 ? told : [problem.message]);
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setErrors(["Name: Pflichtfeld."]);
    if (!rename.isPending) rename.mutate({ type, id, key: file.key, filename: name });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Datei umbenennen"
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="ink" loading={rename.isPending} loadingLabel="Speichert …">
            Umbenennen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field label="Name" errors={errors}>
          <TextInput
            value={name}
            maxLength={255}
            autoFocus
            onFocus={(event) => event.target.setSelectionRange(0, withoutExtension(name).length)}
            onChange={(event) => {
              setName(event.target.value);
              setErrors([]);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

const withoutExtension = (name: string) => name.replace(/\.[^.]+$/, "");
