import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Sort } from "../../../contract/records/declaration.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { useRecordApi } from "../record-api.ts";

interface Options {
  orderBy?: Sort[];
  archived?: boolean;
  limit?: number;
}

/** The records of a type that name a record in one of their fields, page by page. */
export function useRecordsOf(type: RecordType, field: string, id: string, options: Options = {}) {
  const { orderBy, archived = false, limit = 25 } = options;
  const [page, setPage] = useState(1);
  const list = useQuery(
    useRecordApi(type).list.queryOptions(
      { where: [{ field, is: "oneOf", values: [id] }], archived, page, limit, ...(orderBy && { orderBy }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const totalPages = list.data?.totalPages ?? 0;
  return {
    list,
    records: list.data?.data ?? [],
    pager: { page: Math.min(page, totalPages || 1), totalPages, onPage: setPage },
  };
}
