import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListDensity, ListState } from "../../../../contract/records/list-state.ts";
import { OrderList } from "../../../lib/form/order-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import type { ListStateControl } from "../use-list-state.ts";
import { shownColumns } from "./columns.ts";

interface ColumnSheetProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
}

const densities = [
  { value: "comfortable", label: "Komfortabel" },
  { value: "compact", label: "Kompakt" },
] as const;

/** How the table looks: which columns in which order, and how high its rows are. */
export function ColumnSheet({ declaration, state, onChange }: ColumnSheetProps) {
  const look = (next: Partial<ListState>) => onChange({ page: state.page, ...next }, { replace: true });
  return (
    <>
      <div className="flex items-center justify-between gap-2 pb-3">
        <span className="font-semibold">Dichte</span>
        <Segment<ListDensity>
          label="Dichte"
          size="sm"
          options={densities}
          value={state.density}
          onChange={(density) => look({ density })}
        />
      </div>
      <div className="flex items-center justify-between border-t pb-1 pt-2.5">
        <span className="font-semibold">Spalten</span>
        {state.columns && (
          <Button size="sm" variant="ghost" onClick={() => look({ columns: undefined })}>
            Zurücksetzen
          </Button>
        )}
      </div>
      <ColumnChooser
        declaration={declaration}
        shown={shownColumns(declaration, state)}
        onChange={(columns) => look({ columns })}
      />
    </>
  );
}

interface ColumnChooserProps {
  declaration: Declaration;
  /** In the order of the table. */
  shown: readonly string[];
  onChange: (columns: string[]) => void;
}

/** The shown columns in their order, to be dragged or moved by their buttons, and below them all others. */
function ColumnChooser({ declaration, shown, onChange }: ColumnChooserProps) {
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
