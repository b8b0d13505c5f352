import { useState } from "react";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { createDeadline } from "../../../contract/deadlines/deadlines-input.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { leadsHint, leadsOf, leadsText } from "./lead-days.ts";
import type { OwnDateBeginning } from "./open-deadline-dialogs.tsx";

interface Fields extends Record<string, unknown> {
  label: string;
  dueOn: string;
  note: string;
  responsibleUserId: Ref | null;
  leadDays: string;
}

/** „Eigener Termin“: makes a date, once though it is sent twice, or changes one that nobody has changed meanwhile. */
export function OwnDateDialog({ deadline, target, ...controls }: OwnDateBeginning & ModalControls<true>) {
  const { deadline: api } = useTRPC();
  const [creationId] = useState(newClientId);
  const form = useForm<Fields>({ schema: createDeadline, initial: fieldsOf(deadline), toInput: inputOf });
  const answer = {
    refreshes: ["deadline", "dashboard", "change"] as const,
    onSuccess: () => {
      showToast({ tone: "success", title: deadline ? "Termin gespeichert." : "Termin angelegt." });
      controls.close(true);
    },
    onRefused: form.showRefusal,
  };
  const creating = useMutate(api.create.mutationOptions(), answer);
  const updating = useMutate(api.update.mutationOptions(), answer);
  const isPending = creating.isPending || updating.isPending;
  const save = () => {
    const input = inputOf(form.values);
    if (deadline) return updating.mutate({ ...input, id: deadline.id, version: deadline.version });
    creating.mutate({ ...input, creationId, ...(target && { targetType: target.type, targetId: target.id }) });
  };
  const about = deadline ? deadline.target?.label : target?.title;
  return (
    <FormDialog
      open={controls.open}
      onOpenChange={controls.onOpenChange}
      title="Eigener Termin"
      description={about && `Zu „${about}“`}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={isPending}
      onSubmit={() => form.isValid() && save()}
      staysOpen
      formRef={form.form}
      message={form.message}
    >
      <Controls form={form} isAboutRecord={about !== undefined} />
    </FormDialog>
  );
}

function Controls({ form, isAboutRecord }: { form: ReturnType<typeof useForm<Fields>>; isAboutRecord: boolean }) {
  const { values, change, errorsOf, control } = form;
  return (
    <>
      <Field label="Termin" errors={errorsOf("label")}>
        <TextInput {...control("label")} autoFocus autoComplete="off" placeholder="Worum geht es?" />
      </Field>
      <Field label="Datum" errors={errorsOf("dueOn")}>
        <DateInput value={values.dueOn} onChange={(day) => change("dueOn", day)} />
      </Field>
      <Field
        label="Zuständig"
        mark="optional"
        hint={isAboutRecord ? "Leer: wer am Eintrag als zuständig steht." : "Leer: du selbst."}
        errors={errorsOf("responsibleUserId")}
      >
        <RelationPicker
          to="user"
          value={values.responsibleUserId}
          onChange={(person) => change("responsibleUserId", person)}
        />
      </Field>
      <Field label="Erinnern" mark="optional" hint={leadsHint} errors={errorsOf("leadDays")}>
        <TextInput {...control("leadDays")} autoComplete="off" />
      </Field>
      <Field label="Notiz" mark="optional" errors={errorsOf("note")}>
        <TextArea {...control("note")} rows={3} />
      </Field>
    </>
  );
}

const fieldsOf = (deadline?: DeadlineRow): Fields => ({
  label: deadline?.label ?? "",
  dueOn: deadline?.dueOn ?? "",
  note: deadline?.note ?? "",
  responsibleUserId: deadline?.responsible ?? null,
  leadDays: leadsText(deadline?.leadDays),
});

/** What the server is sent; a day or a number that cannot be read is sent so that it is refused. */
function inputOf({ label, dueOn, note, responsibleUserId, leadDays }: Fields) {
  const day = readDate(dueOn);
  return {
    label,
    dueOn: "value" in day ? String(day.value ?? "") : dueOn,
    note: note.trim() || null,
    responsibleUserId: responsibleUserId?.id ?? null,
    leadDays: leadsOf(leadDays),
  };
}
