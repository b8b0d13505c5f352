import { Select } from "./select.tsx";

interface FilterSelectProps<Value extends string> {
  label: string;
  /** What it is called when nothing is filtered. */
  all: string;
  /** What each value is called, in the order in which they are offered. */
  labels: Readonly<Partial<Record<Value, string>>>;
  value: NoInfer<Value> | "" | undefined;
  /** Gets "" when nothing is to be filtered. */
  onChange: (value: NoInfer<Value> | "") => void;
  className?: string;
}

/** Narrows a list down to one value of many. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, labels, value = "", onChange, className } = props;
  const isOffered = (chosen: string): chosen is Value | "" => chosen === "" || Object.hasOwn(labels, chosen);
  return (
    <Select
      aria-label={label}
      {...(className !== undefined && { className })}
      value={value}
      onChange={({ target }) => isOffered(target.value) && onChange(target.value)}
    >
      <option value="">{all}</option>
      {Object.entries<string | undefined>(labels).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  );
}
