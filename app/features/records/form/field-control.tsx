import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field as RecordField } from "../../../../contract/records/fields.ts";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { FormValue } from "./form-value.ts";

export interface FieldControlProps {
  declaration: Declaration;
  name: string;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  errors?: readonly string[];
  /** Stands behind the label, as „optional“ does. */
  mark?: string;
  autoFocus?: boolean;
}

/** The labelled control of one field of a declaration, whatever its kind. */
export function FieldControl({ declaration, name, value, onChange, onBlur, errors, mark }: FieldControlProps) {
  const field = declaration.fields[name] as RecordField;
  return (
    <Field label={field.label} mark={mark} hint={field.hint} errors={errors}>
      <TextInput
        name={name}
        value={value as string}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </Field>
  );
}
