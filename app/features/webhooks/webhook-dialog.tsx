import { useState } from "react";
import type { Webhook } from "../../../contract/webhooks/webhooks.ts";
import { createWebhook } from "../../../contract/webhooks/webhooks-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { OneTimeSecret } from "../../ui/secrets/one-time-secret.tsx";
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
        <OneTimeSecret label="Geheimnis" secret={secret} warning={secretWarning} onDone={() => change(false)} />
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
  const [begunWith] = useState(webhook?.version ?? 0);
  const { create, creationId } = useCreateOnce(trpc.webhook.create.mutationOptions(), {
    feature: "webhook",
    onCreated: (created) => onCreated(created.secret),
    showRefusal: fields.showRefusal,
  });
  const update = useMutate(trpc.webhook.update.mutationOptions(), {
    refreshes: ["webhook"],
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused: fields.showRefusal,
  });
  const save = () => {
    const body = schema.parse(fields.values);
    if (!webhook) return create.mutate({ body, creationId });
    // Who changes where it leads is asked for a proof; who changes the rest is not.
    const { url, ...rest } = body;
    const changed = { ...rest, ...(url !== webhook.url && { url }) };
    update.mutate({ params: { id: webhook.id }, body: changed, version: begunWith });
  };
  return (
    <FieldsForm
      fields={fields}
      submitLabel={webhook ? "Speichern" : "Anlegen"}
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onCancel={onDone}
    >
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
    </FieldsForm>
  );
}
