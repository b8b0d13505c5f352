import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemOf } from "../../lib/api/trpc.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";

interface BlockProps<Answer> {
  title: string;
  aside?: ReactNode;
  query: UseQueryResult<Answer, unknown>;
  /** Skeletons in the shape of what is coming. */
  waiting: ReactNode;
  className?: string;
  children: (answer: Answer) => ReactNode;
}

/** One part of the dashboard: it loads for itself, and when it fails the others stay. */
export function Block<Answer>({ title, aside, query, waiting, className, children }: BlockProps<Answer>) {
  return (
    <Section title={title} aside={aside} className={className}>
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Wird geladen …</span>
          {waiting}
        </div>
      )}
      {query.isError && !query.data && (
        <ListError
          message="Block konnte nicht geladen werden."
          errorId={problemOf(query.error)?.requestId}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data !== undefined && children(query.data)}
    </Section>
  );
}

const widths = ["w-1/2", "w-2/3", "w-2/5", "w-3/5"];

/** Skeletons of rows of two lines. */
export function WaitingRows({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <div key={row} className="flex h-14 items-center gap-3.5 border-b px-2">
      <Skeleton className="h-5 w-5 flex-none" />
      <span className="min-w-0 flex-1">
        <Skeleton className={`h-3 ${widths[row % widths.length]}`} />
        <Skeleton className="mt-2 h-2.5 w-1/4" />
      </span>
      <Skeleton className="h-3 w-16 flex-none" />
    </div>
  ));
}
