import type { SelectHTMLAttributes } from "react";
import { Select } from "./select.tsx";

interface ChoiceSelectProps<Value extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange" | "children"> {
  /** What each value is called, in the order in which they are offered; "" stands for no choice. */
  labels: Readonly<Partial<Record<Value, string>>>;
  value: NoInfer<Value>;
  onChange: (value: NoInfer<Value>) => void;
}

/** A select that hands over one of the values that it offers. */
export function ChoiceSelect<Value extends string>({ labels, onChange, ...own }: ChoiceSelectProps<Value>) {
  const isOffered = (value: string): value is Value => Object.hasOwn(labels, value);
  return (
    <Select {...own} onChange={({ target }) => isOffered(target.value) && onChange(target.value)}>
      {Object.entries<string | undefined>(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
