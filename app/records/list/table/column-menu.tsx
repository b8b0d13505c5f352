import { Columns3 } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import { IconButton } from "../../../ui/button.tsx";
import { lazyListPopover } from "../popover.tsx";
import type { ListStateControl } from "../use-list-state.ts";

const ColumnPopover = lazyListPopover(() => import("./column-sheet.tsx"));

interface ColumnMenuProps {
  declaration: Declaration;
  state: ListState;
  onChange: ListStateControl["change"];
}

/** Opens how the table looks. */
export function ColumnMenu(props: ColumnMenuProps) {
  return (
    <ColumnPopover
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
      {({ ColumnSheet }) => <ColumnSheet {...props} />}
    </ColumnPopover>
  );
}
