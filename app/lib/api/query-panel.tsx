import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { problemOf } from "./trpc.tsx";

interface QueryPanelProps<Data> {
  query: UseQueryResult<Data, unknown>;
  /** What is said when nothing could be loaded. */
  failure?: string | undefined;
  rows?: number | undefined;
  /** Of what stands there while it is loading. */
  className?: string;
  children: (data: Data) => ReactNode;
}

/** Skeletons until there is an answer, the failure with another try where there is none. */
export function QueryPanel<Data>({ query, failure, rows = 6, className, children }: QueryPanelProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <ListError
        {...(failure !== undefined && { message: failure })}
        errorId={problemOf(query.error)?.requestId}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  return <RowSkeletons rows={rows} className={className} />;
}
