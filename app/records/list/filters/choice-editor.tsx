import { Checkbox } from "../../../ui/form/checkbox.tsx";

interface ChoiceEditorProps {
  options: Record<string, string>;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

export function ChoiceEditor({ options, values, onChange }: ChoiceEditorProps) {
  return (
    <ul className="max-h-[280px] overflow-y-auto">
      {Object.entries(options).map(([value, label]) => (
        <li key={value}>
          <Checkbox
            label={<span className="min-w-0 py-1 [overflow-wrap:anywhere]">{label}</span>}
            className="flex min-h-8 w-full rounded-6 px-1 hover:bg-tint-6"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((known) => known !== value))
            }
          />
        </li>
      ))}
    </ul>
  );
}
