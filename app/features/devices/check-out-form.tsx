import { useState } from "react";
import { type HolderType, holderLabels, holderTypes } from "../../../contract/devices/movements.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { type MovedDevices, namesOf } from "./move-dialogs.tsx";
import { ConditionField, MoveForm, NoteField, toAccessories } from "./move-form.tsx";
import { useCheckOut } from "./use-moves.ts";

interface CheckOutFormProps {
  devices: MovedDevices;
  onDone: () => void;
  onCancel: () => void;
}

const kinds = holderTypes.map((value) => ({ value, label: holderLabels[value] }));

export function CheckOutForm({ devices, onDone, onCancel }: CheckOutFormProps) {
  const [kind, setKind] = useState<HolderType>("user");
  const [holder, setHolder] = useState<Ref | null>(null);
  const [returnAt, setReturnAt] = useState("");
  const [accessories, setAccessories] = useState("");
  const [condition, setCondition] = useState<Parameters<typeof ConditionField>[0]["value"]>("");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const checkOut = useCheckOut({
    onSuccess: onDone,
    onProblem: setProblem,
    success: `${namesOf(devices)} an ${holder?.label ?? ""} ausgegeben.`,
  });

  const reading = returnAt ? readDate(returnAt) : undefined;
  const dateProblem = reading && "problem" in reading ? reading.problem : undefined;
  const choose = (next: HolderType) => {
    setKind(next);
    setHolder(null);
  };
  const submit = () => {
    setTried(true);
    if (!holder || dateProblem) return;
    checkOut.mutate({
      deviceIds: [...devices.ids],
      to: { type: kind, id: holder.id },
      expectedReturnAt: returnAt || null,
      accessories: toAccessories(accessories),
      condition: condition || null,
      note,
    });
  };
  return (
    <MoveForm
      submitLabel={holder ? `An ${holder.label} ausgeben` : "Ausgeben"}
      isPending={checkOut.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {problem && <FormNotice text={problem} />}
      <Segment className="justify-self-start" label="Ausgeben an" options={kinds} value={kind} onChange={choose} />
      <Field
        key={kind}
        label={holderLabels[kind]}
        errors={isTried && !holder ? [`${holderLabels[kind]}: Bitte eine Auswahl treffen.`] : []}
      >
        <RelationPicker to={kind} value={holder} onChange={setHolder} autoFocus />
      </Field>
      <Field
        label="Rückgabe bis"
        mark="optional"
        errors={isTried && dateProblem ? [`Rückgabe bis: ${dateProblem}`] : []}
      >
        <DateInput value={returnAt} onChange={setReturnAt} />
      </Field>
      <Field label="Zubehör" mark="optional" hint="Durch Kommas getrennt, zum Beispiel: Netzteil, Tasche.">
        <TextInput value={accessories} onChange={(event) => setAccessories(event.target.value)} />
      </Field>
      <ConditionField value={condition} onChange={setCondition} />
      <NoteField value={note} onChange={setNote} />
    </MoveForm>
  );
}
