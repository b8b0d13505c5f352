import { type FormEvent, useState } from "react";
import type { Webhook } from "../../../contract/webhooks/webhooks.ts";
import { createWebhook } from "../../../contract/webhooks/webhooks-input.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { SecretOnce } from "../settings/secret-once.tsx";
import { EventTree } from "./event-tree.tsx";

const schema = createWebhook.shape.body.omit({ isEnabled: true });
const empty = { url: "", description: "", events: [] as string[] };

export const secretWarning =
  "Kopiere es jetzt: Es wird nur dieses eine Mal gezeigt. Mit ihm prüft der Empfänger, dass eine Sendung von hier kommt (Standard Webhooks).";

interface WebhookDialogProps {
  /** The one to be changed; without it a new one is made. */
  webhook?: Webhook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Where to send and what about; for a new webhook its secret follows, once. */
export function WebhookDialog({ webhook, open, onOpenChange }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>();
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSecret(undefined);
  };
  const title = webhook ? "Webhook bearbeiten" : "Webhook anlegen";
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      onInteractOutside={(event) => secret && event.preventDefault()}
      width={560}
      title={secret ? "Webhook angelegt" : title}
    >
      {secret ? (
        <SecretOnce label="Geheimnis" secret={secret} warning={secretWarning} onDone={() => change(false)} />
      ) : (
        <WebhookForm webhook={webhook} onCreated={setSecret} onDone={() => change(false)} />
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  webhook: Webhook | undefined;
  onCreated: (secret: string) => void;
  onDone: () => void;
}

function WebhookForm({ webhook, onCreated, onDone }: WebhookFormProps) {
  const trpc = useTRPC();
  const fields = useForm({
    schema,
    initial: webhook ? { url: webhook.url, description: webhook.description, events: webhook.events } : empty,
  });
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const [begunWith] = useState(webhook?.version ?? 0);
  const create = useMutate(trpc.webhook.create.mutationOptions(), {
    refreshes: ["webhook"],
    onSuccess: (created) => onCreated(created.secret),
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate(["webhook"]);
      return fields.showRefusal(error);
    },
  });
  const update = useMutate(trpc.webhook.update.mutationOptions(), {
    refreshes: ["webhook"],
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused: fields.showRefusal,
  });
  const isSaving = create.isPending || update.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || !fields.isValid()) return;
    const body = schema.parse(fields.values);
    if (webhook) update.mutate({ params: { id: webhook.id }, body, version: begunWith });
    else create.mutate({ body, creationId });
  };
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {fields.message && <FormNotice text={fields.message} />}
      <Field label="Adresse" hint="Dorthin geht je Ereignis eine POST-Anfrage." errors={fields.errorsOf("url")}>
        <TextInput
          {...fields.control("url")}
          inputMode="url"
          placeholder="https://empfaenger.example/portal"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label="Beschreibung" mark="optional" errors={fields.errorsOf("description")}>
        <TextInput {...fields.control("description")} autoComplete="off" />
      </Field>
      <EventTree
        value={fields.values.events}
        errors={fields.errorsOf("events")}
        onChange={(events) => fields.change("events", events)}
      />
      <DialogFooter onCancel={onDone} className="mt-1">
        <Button type="submit" variant="primary" loading={isSaving} loadingLabel="Speichert …">
          {webhook ? "Speichern" : "Anlegen"}
        </Button>
      </DialogFooter>
    </form>
  );
}
