import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { SearchField } from "../../lib/form/search-field.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { useRecordApi } from "../../records/record-api.ts";
import { Button } from "../../ui/button.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import type { ValueType } from "./list-sections.ts";
import { useValueState, type ValueState, valueInput } from "./value-state.ts";
import { ValueTable } from "./value-table.tsx";

/** A list of values that other records choose from: search, add, edit, archive, and how often each is used. */
export function ValueList({ type }: { type: ValueType }) {
  const { labels } = declarationOf(type);
  const { state, change } = useValueState(type);
  const list = useQuery(useRecordApi(type).list.queryOptions(valueInput(state), { placeholderData: keepPreviousData }));
  const isNarrowed = state.search !== "" || state.page > 1;
  return (
    <>
      <ValueToolbar type={type} state={state} onChange={change} />
      <PagedList
        query={list}
        rows={4}
        page={state.page}
        onPage={(page) => change({ page: String(page) })}
        empty={
          isNarrowed ? (
            <NoHits message={`Keine ${labels.many} gefunden.`} onReset={() => change({ q: "" })} />
          ) : (
            <p className="py-4 text-ui text-text-2">
              {state.archived ? "Nichts im Archiv." : `${labels.emptyTitle} ${labels.emptyText}`}
            </p>
          )
        }
      >
        {(rows) => <ValueTable type={type} rows={rows} />}
      </PagedList>
    </>
  );
}

interface ValueToolbarProps {
  type: ValueType;
  state: ValueState;
  onChange: ReturnType<typeof useValueState>["change"];
}

function ValueToolbar({ type, state, onChange }: ValueToolbarProps) {
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
