import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { useRecordApi } from "../../records/record-api.ts";
import { Pager } from "../../ui/pager.tsx";
import { ListError, NoHits } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
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
      {list.isPending && <RowSkeletons rows={4} />}
      {list.isError && !list.data && (
        <ListError
          errorId={problemOf(list.error)?.requestId}
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data?.data.length === 0 &&
        (isNarrowed ? (
          <NoHits message={`Keine ${labels.many} gefunden.`} onReset={() => change({ q: "" })} />
        ) : (
          <p className="py-4 text-ui text-text-2">
            {state.archived ? "Nichts im Archiv." : `${labels.emptyTitle} ${labels.emptyText}`}
          </p>
        ))}
      {list.data && list.data.data.length > 0 && <ValueTable type={type} rows={list.data.data} />}
      <Pager
        page={state.page}
        totalPages={list.data?.totalPages ?? 0}
        onPage={(page) => change({ page: String(page) })}
      />
    </>
  );
}
