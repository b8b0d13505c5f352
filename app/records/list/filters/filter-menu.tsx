import { Plus } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Filter } from "../../../../contract/records/filters.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lazyListPopover } from "../popover.tsx";

const NewFilterPopover = lazyListPopover(() => import("./new-filter.tsx"));

interface FilterMenuProps {
  declaration: Declaration;
  where: readonly Filter[];
  labels: ReadonlyMap<string, string>;
  onChange: (where: readonly Filter[]) => void;
}

/** „+ Filter“ */
export function FilterMenu(props: FilterMenuProps) {
  return (
    <NewFilterPopover
      label="Filter hinzufügen"
      trigger={
        <button
          type="button"
          className="inline-flex h-7 flex-none items-center gap-[5px] rounded-6 px-[9px] text-ui font-medium text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] transition-colors hover:bg-sunken hover:text-text-1 max-md:h-11"
        >
          <Icon of={Plus} size={14} />
          Filter
        </button>
      }
    >
      {({ NewFilter }) => <NewFilter {...props} />}
    </NewFilterPopover>
  );
}
