import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useRecordApi } from "../../records/record-api.ts";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import type { ValueType } from "./list-sections.ts";
import { useValueState, valueInput } from "./value-state.ts";
import { ValueTable } from "./value-table.tsx";
import { ValueToolbar } from "./value-toolbar.tsx";

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
