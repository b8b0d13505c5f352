import type { ChoiceField, ChoicesField } from "../../../../contract/records/fields.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Select } from "../../../ui/form/select.tsx";

interface ChoiceControlProps {
  field: ChoiceField;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
}

/** Whether a choice is short enough to show every option side by side, and never without one. */
export function isSegment({ options, required, initial }: ChoiceField): boolean {
  const labels = Object.values(options);
  return Boolean(required && initial) && labels.length <= 3 && labels.join("").length <= 30;
}

export function ChoiceControl({ field, value, onChange, onBlur, ...rest }: ChoiceControlProps) {
  const options = Object.entries(field.options);
  if (isSegment(field))
    return (
      <Segment
        label={field.label}
        name={rest.name}
        options={options.map(([key, label]) => ({ value: key, label }))}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
      />
    );
  return (
    <Select {...rest} value={value} onChange={(event) => onChange(event.target.value)} onBlur={onBlur}>
      {(!field.required || value === "") && (
        <option value="">{field.required ? "Bitte wählen" : "Keine Angabe"}</option>
      )}
      {options.map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Select>
  );
}

interface ChoicesControlProps {
  field: ChoicesField;
  name: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

export function ChoicesControl({ field, name, value, onChange }: ChoicesControlProps) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {Object.entries(field.options).map(([key, label]) => (
        <Checkbox
          key={key}
          name={name}
          value={key}
          label={label}
          checked={value.includes(key)}
          onChange={({ target }) => {
            const chosen = target.checked ? [...value, key] : value.filter((other) => other !== key);
            onChange(Object.keys(field.options).filter((option) => chosen.includes(option)));
          }}
        />
      ))}
    </div>
  );
}
