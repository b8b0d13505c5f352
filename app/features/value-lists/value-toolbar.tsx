import { Plus, Search } from "lucide-react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { useDebouncedText } from "../../lib/use-debounced-value.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
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
      <SearchField label={labels.search} value={state.search} onSearch={(q) => onChange({ q })} />
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

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Follows the address, and changes it once the typing rests. */
function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useDebouncedText(value, onSearch);
  return (
    <TextInput
      type="search"
      icon={Search}
      aria-label={label.replace(/ …$/, "")}
      placeholder={label}
      className="w-[264px] max-md:w-full"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
