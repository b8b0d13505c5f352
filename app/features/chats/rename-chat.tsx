import { type FormEvent, useId, useState } from "react";
import { chatTitleLength } from "../../../contract/chats.ts";
import type { ModalControls } from "../../lib/modals.ts";
import { useMutate } from "../../lib/mutate.ts";
import { problemOf, useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogClose } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";

/** Asks for a chat's new title. */
export function RenameChat({
  chat,
  open,
  onOpenChange,
  close,
}: { chat: { id: string; title: string } } & ModalControls<true>) {
  const formId = useId();
  const [title, setTitle] = useState(chat.title);
  const [errors, setErrors] = useState<string[]>([]);
  const renaming = useMutate(useTRPC().chat.rename.mutationOptions(), {
    refreshes: ["chat"],
    success: "Gespeichert.",
    onSuccess: () => close(true),
    onRefused: (error) => {
      const problem = problemOf(error);
      if (problem) setErrors([problem.message]);
      return problem !== undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") return setErrors(["Titel: Pflichtfeld."]);
    if (!renaming.isPending) renaming.mutate({ id: chat.id, title: title.trim() });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Chat umbenennen"
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="ink" loading={renaming.isPending} loadingLabel="Speichert …">
            Umbenennen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field label="Titel" errors={errors}>
          <TextInput
            value={title}
            maxLength={chatTitleLength}
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
