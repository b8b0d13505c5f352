import type { Declaration } from "../../../../contract/records/declaration.ts";
import { OrderList } from "../../../lib/form/order-list.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";

interface ColumnChooserProps {
  declaration: Declaration;
  /** In the order of the table. */
  shown: readonly string[];
  onChange: (columns: string[]) => void;
}

/** The shown columns in their order, to be dragged or moved by their buttons, and below them all others. */
export function ColumnChooser({ declaration, shown, onChange }: ColumnChooserProps) {
  const { fields, titleField } = declaration;
  const hidden = Object.keys(fields).filter((name) => !shown.includes(name));
  return (
    <>
      <OrderList
        label="Gezeigte Spalten"
        directions={["nach vorn", "nach hinten"]}
        items={shown.map((key) => ({
          key,
          label: fields[key]?.label ?? key,
          isShown: true,
          isLasting: key === titleField,
        }))}
        onOrder={onChange}
        onShow={(name) => onChange(shown.filter((other) => other !== name))}
      />
      <ul aria-label="Weitere Spalten" className="mt-1.5 border-t pt-1.5">
        {hidden.map((name) => (
          <li key={name}>
            <Checkbox
              label={fields[name]?.label}
              checked={false}
              className="flex min-h-8 w-full rounded-6 pl-[18px] hover:bg-tint-4"
              onChange={() => onChange([...shown, name])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
