import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemOf } from "../../lib/trpc.tsx";
import { ListError } from "../../ui/list-states.tsx";
import { Section } from "../../ui/section.tsx";

interface BlockProps<Answer> {
  title: string;
  aside?: ReactNode;
  query: UseQueryResult<Answer, unknown>;
  /** Bones in the shape of what is coming. */
  waiting: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** One part of the dashboard: it loads for itself, and when it fails the others stay. */
export function Block<Answer>({ title, aside, query, waiting, children }: BlockProps<Answer>) {
  return (
    <Section title={title} aside={aside}>
      {query.isPending && waiting}
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
