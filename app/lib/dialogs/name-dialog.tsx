import { useState } from "react";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { problemOf } from "../api/trpc.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** What a server has against a name, told at its field; goes with `useMutate`. */
export function useRefusals() {
  const [refusals, setRefusals] = useState<string[]>([]);
  const onRefused = (error: unknown): boolean => {
    const problem = problemOf(error);
    if (!problem?.problem) return false;
    const told = Object.values(problem.fields ?? {}).flat();
    setRefusals(told.length > 0 ? told : [problem.message]);
    return true;
  };
  return { refusals, onRefused, forget: () => setRefusals([]) };
}

interface NameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  label: string;
  /** The name until now. */
  name: string;
  maxLength: number;
  isSaving: boolean;
  refusals: readonly string[];
  onEdit: () => void;
  onSave: (name: string) => void;
  /** How much of the name is chosen to be typed over; all of it when absent. */
  chosenLength?: (name: string) => number;
}

/** Asks for another name of something. */
export function NameDialog({
  name: former,
  label,
  refusals,
  chosenLength = (name) => name.length,
  ...props
}: NameDialogProps) {
  const [name, setName] = useState(former);
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = () => (name.trim() === "" ? setIsEmpty(true) : props.onSave(name.trim()));
  return (
    <FormDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      submitLabel="Umbenennen"
      busyLabel="Speichert …"
      isBusy={props.isSaving}
      onSubmit={submit}
    >
      <Field label={label} errors={isEmpty ? [`${label}: Pflichtfeld.`] : [...refusals]}>
        <TextInput
          value={name}
          maxLength={props.maxLength}
          autoFocus
          onFocus={(event) => event.target.setSelectionRange(0, chosenLength(name))}
          onChange={(event) => {
            setName(event.target.value);
            setIsEmpty(false);
            props.onEdit();
          }}
        />
      </Field>
    </FormDialog>
  );
}
