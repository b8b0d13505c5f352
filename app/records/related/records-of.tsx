import type { ReactNode } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import type { useRecordsOf } from "./use-records-of.ts";

interface RecordsOfProps {
  found: ReturnType<typeof useRecordsOf>;
  empty: ReactNode;
  children: (records: readonly RecordRow[]) => ReactNode;
}

/** What belongs to a record, or why it is not there to see. */
export function RecordsOf({ found: { list, records, pager }, empty, children }: RecordsOfProps) {
  if (list.isPending) return <RowSkeletons rows={3} />;
  if (!list.data)
    return (
      <ListError errorId={problemOf(list.error)?.requestId} onRetry={() => list.refetch()} retrying={list.isFetching} />
    );
  if (records.length === 0) return <p className="py-4 text-ui text-text-2">{empty}</p>;
  return (
    <>
      {children(records)}
      <Pager {...pager} />
    </>
  );
}
