import { type FormEvent, useId, useState } from "react";
import type { ModalControls } from "../../lib/modals.ts";
import { problemOf } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogClose } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { ActedPage } from "./use-page-actions.ts";
import { useRename } from "./use-rename.ts";

/** Asks for a page's new title. */
export function RenameDialog({ page, open, onOpenChange, close }: { page: ActedPage } & ModalControls<true>) {
  const formId = useId();
  const [title, setTitle] = useState(page.title);
  const [errors, setErrors] = useState<string[]>([]);
  const rename = useRename({
    success: "Gespeichert.",
    onSuccess: () => close(true),
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
    if (title.trim() === "") return setErrors(["Titel: Pflichtfeld."]);
    if (!rename.isPending) rename.mutate({ id: page.id, title: title.trim() });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Seite umbenennen"
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
        <Field label="Titel" errors={errors}>
          <TextInput
            value={title}
            maxLength={200}
            autoFocus
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setTitle(event.target.value);
              setErrors([]);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
