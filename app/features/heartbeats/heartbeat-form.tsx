import {
  type HeartbeatKind,
  type HeartbeatTarget,
  type HeartbeatView,
  heartbeatIntervals,
  heartbeatKinds,
  kindsOfTarget,
  type OpenedHeartbeat,
  usualInterval,
} from "../../../contract/heartbeats/heartbeats.ts";
import { createHeartbeat, updateHeartbeat } from "../../../contract/heartbeats/heartbeats-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

interface Fields extends Record<string, unknown> {
  kind: HeartbeatKind;
  label: string;
  /** Seconds as text; empty until somebody has chosen, then what is usual for the kind. */
  every: string;
}

const everyOf = ({ kind, every }: Fields) => Number(every) || usualInterval[kind];

interface CreateFormProps {
  target: { type: HeartbeatTarget; id: string };
  onCreated: (made: OpenedHeartbeat) => void;
  onCancel: () => void;
}

/** Asks what will report and how often. */
export function CreateHeartbeatForm({ target, onCreated, onCancel }: CreateFormProps) {
  const kinds = kindsOfTarget[target.type];
  const toInput = (values: Fields) => ({
    target,
    kind: values.kind,
    label: values.label,
    everySeconds: everyOf(values),
  });
  const fields = useForm<Fields>({
    schema: createHeartbeat,
    toInput,
    initial: { kind: kinds[0] ?? "cron", label: "", every: "" },
  });
  const { create, creationId } = useCreateOnce(useTRPC().heartbeat.create.mutationOptions(), {
    feature: "heartbeat",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Einrichten"
      busyLabel="Richtet ein …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ ...toInput(fields.values), creationId })}
      onCancel={onCancel}
    >
      <Field label="Was meldet sich?" errors={fields.errorsOf("kind")}>
        <Select {...fields.control("kind")}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {heartbeatKinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <LabelAndInterval fields={fields} />
    </FieldsForm>
  );
}

interface EditFormProps {
  heartbeat: HeartbeatView;
  onSaved: () => void;
  onCancel: () => void;
}

/** Changes what is expected of a heartbeat; its address stays. */
export function EditHeartbeatForm({ heartbeat: { id, kind, label, everySeconds }, onSaved, onCancel }: EditFormProps) {
  const toInput = (values: Fields) => ({ id, label: values.label, everySeconds: everyOf(values) });
  const fields = useForm<Fields>({
    schema: updateHeartbeat,
    toInput,
    initial: { kind, label, every: String(everySeconds) },
  });
  const update = useMutate(useTRPC().heartbeat.update.mutationOptions(), {
    refreshes: ["heartbeat"],
    success: "Herzschlag geändert.",
    onSuccess: onSaved,
    onRefused: (error) => fields.showRefusal(error),
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Speichern"
      isBusy={update.isPending}
      onSubmit={() => update.mutate(toInput(fields.values))}
      onCancel={onCancel}
    >
      <LabelAndInterval fields={fields} />
    </FieldsForm>
  );
}

function LabelAndInterval({ fields }: { fields: ReturnType<typeof useForm<Fields>> }) {
  const every = everyOf(fields.values);
  const isUsual = Object.hasOwn(heartbeatIntervals, every);
  return (
    <>
      <Field label="Bezeichnung" hint="Etwa „Nächtliches Backup“." errors={fields.errorsOf("label")}>
        <TextInput {...fields.control("label")} autoComplete="off" />
      </Field>
      <Field
        label="Meldet sich"
        hint="Kommt eine Meldung merklich später, ist der Herzschlag überfällig."
        errors={fields.errorsOf("everySeconds")}
      >
        <Select {...fields.control("every")} value={String(every)}>
          {!isUsual && <option value={String(every)}>alle {every} Sekunden</option>}
          {Object.entries(heartbeatIntervals).map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
