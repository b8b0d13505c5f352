import { useState } from "react";
import { type HolderType, holderLabels, holderTypes } from "../../../contract/devices/movements.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { MovedDevices } from "./move-dialogs.tsx";
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
  const checkOut = useCheckOut({ onSuccess: onDone, onProblem: setProblem });

  const choose = (next: HolderType) => {
    setKind(next);
    setHolder(null);
  };
  const submit = () => {
    setTried(true);
    if (!holder) return;
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
    <MoveForm submitLabel="Ausgeben" isPending={checkOut.isPending} onSubmit={submit} onCancel={onCancel}>
      {problem && <FormNotice text={problem} />}
      <Segment className="justify-self-start" label="Ausgeben an" options={kinds} value={kind} onChange={choose} />
      <Field
        key={kind}
        label={holderLabels[kind]}
        errors={isTried && !holder ? ["Ausgeben an: Bitte eine Auswahl treffen."] : []}
      >
        <RelationPicker to={kind} value={holder} onChange={setHolder} autoFocus />
      </Field>
      <Field label="Rückgabe bis" mark="optional">
        <TextInput type="date" value={returnAt} onChange={(event) => setReturnAt(event.target.value)} />
      </Field>
      <Field label="Zubehör" mark="optional" hint="Durch Kommas getrennt, zum Beispiel: Netzteil, Tasche.">
        <TextInput value={accessories} onChange={(event) => setAccessories(event.target.value)} />
      </Field>
      <ConditionField value={condition} onChange={setCondition} />
      <NoteField value={note} onChange={setNote} />
    </MoveForm>
  );
}
