import { Columns3 } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListDensity, ListState } from "../../../../contract/records/list-state.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Popover } from "../popover.tsx";
import type { ListStateControl } from "../use-list-state.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { shownColumns } from "./columns.ts";

interface ColumnMenuProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
}

const densities = [
  { value: "comfortable", label: "Komfortabel" },
  { value: "compact", label: "Kompakt" },
] as const;

/** How the table looks: which columns in which order, and how high its rows are. */
export function ColumnMenu({ declaration, state, onChange }: ColumnMenuProps) {
  const look = (next: Partial<ListState>) => onChange({ page: state.page, ...next }, { replace: true });
  return (
    <Popover
      label="Spalten und Dichte"
      align="end"
      className="w-[320px]"
      trigger={
        <IconButton
          icon={Columns3}
          label="Spalten und Dichte"
          title="Spalten und Dichte"
          variant="secondary"
          className="max-md:hidden"
        />
      }
    >
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
    </Popover>
  );
}
