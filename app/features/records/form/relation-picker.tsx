import type { Ref } from "../../../../contract/records/fields.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { TextInput } from "../../../ui/text-input.tsx";

interface PickerProps {
  to: RecordType | "user";
  name?: string;
  /** Names the control where no `Field` stands around it. */
  label?: string;
  placeholder?: string;
  autoFocus?: boolean;
  onBlur?: () => void;
  /** Offers to create what is not found; only where the person may. */
  canCreate?: boolean;
}

export interface RelationPickerProps extends PickerProps {
  value: Ref | null;
  onChange: (value: Ref | null) => void;
}

/** Chooses one record, or one person of the team. */
export function RelationPicker({ value, onChange, label, to: _to, canCreate: _create, ...rest }: RelationPickerProps) {
  return (
    <TextInput
      {...rest}
      aria-label={label}
      value={value?.label ?? ""}
      onChange={(event) => event.target.value === "" && onChange(null)}
    />
  );
}

export interface RelationsPickerProps extends PickerProps {
  value: readonly Ref[];
  onChange: (value: Ref[]) => void;
}

/** Chooses several records or people; the chosen ones stand in front as removable chips. */
export function RelationsPicker({
  value,
  onChange,
  label,
  to: _to,
  canCreate: _create,
  ...rest
}: RelationsPickerProps) {
  return (
    <TextInput
      {...rest}
      aria-label={label}
      value={value.map((ref) => ref.label).join(", ")}
      onChange={(event) => event.target.value === "" && onChange([])}
    />
  );
}
