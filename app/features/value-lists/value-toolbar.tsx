import { Plus } from "lucide-react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { SearchField } from "../../lib/form/search-field.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { Button } from "../../ui/button.tsx";
import type { ValueType } from "./list-sections.ts";
import type { useValueState, ValueState } from "./value-state.ts";

interface ValueToolbarProps {
  type: ValueType;
  state: ValueState;
  onChange: ReturnType<typeof useValueState>["change"];
}

export function ValueToolbar({ type, state, onChange }: ValueToolbarProps) {
  const { labels } = declarationOf(type);
  const role = useRole();
  const openDialog = useRecordDialog();
  return (
    <div className="mb-3.5 mt-4 flex flex-wrap items-center gap-2 md:[&_input]:h-8 md:[&_input]:text-ui">
      <SearchField
        aria-label={labels.search.replace(/ …$/, "")}
        placeholder={labels.search}
        value={state.search}
        onSearch={(q) => onChange({ q })}
      />
      <Button
        variant="ghost"
        aria-pressed={state.archived}
        className={state.archived ? "bg-tint-7" : undefined}
        onClick={() => onChange({ archived: state.archived ? "" : "1" })}
      >
        Archiv
      </Button>
      {hasAbility(role, "editRecords") && (
        <Button icon={Plus} className="ml-auto" onClick={() => void openDialog(type)}>
          {labels.create}
        </Button>
      )}
    </div>
  );
}
