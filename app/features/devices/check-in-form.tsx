import { useState } from "react";
import { returnedStatuses } from "../../../contract/devices/movements.ts";
import { entriesOf } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { newRelationsOf } from "../../records/form/new-relations.ts";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type MovedDevices, namesOf } from "./move-dialogs.tsx";
import { ConditionField, MoveForm, NoteField, toAccessories } from "./move-form.tsx";
import { useCheckIn } from "./use-moves.ts";

interface CheckInFormProps {
  devices: MovedDevices;
  onDone: () => void;
  onCancel: () => void;
}

type Status = keyof typeof returnedStatuses;
const statuses = entriesOf(returnedStatuses).map(([value, label]) => ({ value, label }));

export function CheckInForm({ devices, onDone, onCancel }: CheckInFormProps) {
  const [status, setStatus] = useState<Status>("available");
  const [location, setLocation] = useState<Ref | null>(null);
  const [missing, setMissing] = useState("");
  const [condition, setCondition] = useState<Parameters<typeof ConditionField>[0]["value"]>("");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const checkIn = useCheckIn({
    onSuccess: onDone,
    onProblem: setProblem,
    success: `${namesOf(devices)} zurückgenommen.`,
  });
  const submit = () =>
    checkIn.mutate({
      deviceIds: [...devices.ids],
      status,
      locationId: location?.id ?? null,
      newRelations: newRelationsOf({ location }, { locationId: location?.id ?? null }),
      missingAccessories: toAccessories(missing),
      condition: condition || null,
      note,
    });
  return (
    <MoveForm submitLabel="Zurücknehmen" isPending={checkIn.isPending} onSubmit={submit} onCancel={onCancel}>
      {problem && <FormNotice text={problem} />}
      <Segment
        className="justify-self-start"
        label="Status danach"
        options={statuses}
        value={status}
        onChange={setStatus}
      />
      <Field label="Standort" mark="optional" hint="Leer: der bisherige.">
        <RelationPicker to="location" value={location} onChange={setLocation} canCreate />
      </Field>
      <ConditionField value={condition} onChange={setCondition} />
      <Field label="Fehlendes Zubehör" mark="optional" hint="Durch Kommas getrennt.">
        <TextInput value={missing} onChange={(event) => setMissing(event.target.value)} />
      </Field>
      <NoteField value={note} onChange={setNote} />
    </MoveForm>
  );
}
