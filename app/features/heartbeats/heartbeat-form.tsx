import { type FormEvent, type ReactNode, useState } from "react";
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
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Select } from "../../ui/form/select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";

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
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const kinds = kindsOfTarget[target.type];
  const toInput = (values: Fields) => ({
    ...{ target, kind: values.kind, label: values.label, everySeconds: everyOf(values) },
  });
  const fields = useForm<Fields>({
    schema: createHeartbeat,
    toInput,
    initial: { kind: kinds[0] ?? "cron", label: "", every: "" },
  });
  const create = useMutate(useTRPC().heartbeat.create.mutationOptions(), {
    refreshes: ["heartbeat"],
    onSuccess: onCreated,
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate(["heartbeat"]);
      return fields.showRefusal(error);
    },
  });
  return (
    <Form fields={fields} onSubmit={() => create.isPending || create.mutate({ ...toInput(fields.values), creationId })}>
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
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={create.isPending} loadingLabel="Richtet ein …">
          Einrichten
        </Button>
      </DialogFooter>
    </Form>
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
    <Form fields={fields} onSubmit={() => update.isPending || update.mutate(toInput(fields.values))}>
      <LabelAndInterval fields={fields} />
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={update.isPending}>
          Speichern
        </Button>
      </DialogFooter>
    </Form>
  );
}

type FormFields = ReturnType<typeof useForm<Fields>>;

function Form({ fields, onSubmit, children }: { fields: FormFields; onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.isValid()) onSubmit();
  };
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {fields.message && <FormNotice text={fields.message} />}
      {children}
    </form>
  );
}

function LabelAndInterval({ fields }: { fields: FormFields }) {
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
