import type { ReactNode } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import type { useRecordsOf } from "./use-records-of.ts";

interface RecordsOfProps {
  found: ReturnType<typeof useRecordsOf>;
  empty: ReactNode;
  children: (records: readonly RecordRow[]) => ReactNode;
}

/** What belongs to a record, or why it is not there to see. */
export function RecordsOf({ found: { list, pager }, empty, children }: RecordsOfProps) {
  return (
    <PagedList query={list} rows={3} {...pager} empty={<p className="py-4 text-ui text-text-2">{empty}</p>}>
      {children}
    </PagedList>
  );
}
