import { Plus } from "lucide-react";
import type { OpenedVantagePoint, VantagePointView } from "../../../contract/vantage-points/vantage-points.ts";
import { createVantagePoint, renameVantagePoint } from "../../../contract/vantage-points/vantage-points-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { AgentToken } from "./agent-token.tsx";

interface Fields extends Record<string, unknown> {
  name: string;
}

/** The button that makes a vantage point, and its dialog: first its name, then the token of its agent, once. */
export function CreateVantagePoint() {
  return (
    <OneTimeSecretDialog<OpenedVantagePoint>
      trigger={
        <Button size="sm" variant="ghost" icon={Plus} className="-mr-2.5">
          Messpunkt anlegen
        </Button>
      }
      title="Messpunkt anlegen"
      description="Danach bekommst du das Token für seinen Agenten."
      ask={(done, close) => <CreateForm onCreated={done} onCancel={close} />}
      madeTitle="Messpunkt angelegt"
      show={({ token }, close) => <AgentToken token={token} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (made: OpenedVantagePoint) => void; onCancel: () => void }) {
  const fields = useForm<Fields>({ schema: createVantagePoint, initial: { name: "" } });
  const { create, creationId } = useCreateOnce(useTRPC().vantagePoint.create.mutationOptions(), {
    feature: "vantagePoint",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Anlegen"
      busyLabel="Legt an …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ name: fields.values.name, creationId })}
      onCancel={onCancel}
    >
      <NameField fields={fields} />
    </FieldsForm>
  );
}

interface RenameProps {
  point: VantagePointView;
  onSaved: () => void;
  onCancel: () => void;
}

export function RenameVantagePoint({ point: { id, name }, onSaved, onCancel }: RenameProps) {
  const toInput = (values: Fields) => ({ id, name: values.name });
  const fields = useForm<Fields>({ schema: renameVantagePoint, toInput, initial: { name } });
  const rename = useMutate(useTRPC().vantagePoint.rename.mutationOptions(), {
    refreshes: ["vantagePoint", "check"],
    success: "Messpunkt umbenannt.",
    onSuccess: onSaved,
    onRefused: (error) => fields.showRefusal(error),
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Speichern"
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate(toInput(fields.values))}
      onCancel={onCancel}
    >
      <NameField fields={fields} />
    </FieldsForm>
  );
}

function NameField({ fields }: { fields: ReturnType<typeof useForm<Fields>> }) {
  return (
    <Field
      label="Name"
      hint="Der Ort, wie er in Störungen steht: „von Helsinki aus nicht erreichbar“."
      errors={fields.errorsOf("name")}
    >
      <TextInput {...fields.control("name")} autoComplete="off" />
    </Field>
  );
}
