import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Pager } from "../../ui/pager.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import { QueryPanel } from "./query-panel.tsx";

interface PagedListProps<Page extends { data: readonly unknown[]; totalPages: number }> {
  query: UseQueryResult<Page, unknown>;
  /** What is said when nothing could be loaded. */
  failure?: string;
  /** How many rows stand there while it loads. */
  rows?: number;
  page: number;
  onPage: (page: number) => void;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** Given while the list is narrowed down: takes that back when nothing is left. */
  onReset?: (() => void) | undefined;
  children: (rows: Page["data"], page: Page) => ReactNode;
}

/** A list page by page: skeletons, its failure with another try, why it is empty, or its rows and the way to the others. */
export function PagedList<Page extends { data: readonly unknown[]; totalPages: number }>({
  query,
  failure,
  rows,
  page,
  onPage,
  empty,
  onReset,
  children,
}: PagedListProps<Page>) {
  return (
    <QueryPanel query={query} failure={failure} rows={rows}>
      {(answer) => (
        <>
          {answer.data.length > 0 ? (
            children(answer.data, answer)
          ) : onReset ? (
            <NoHits onReset={onReset} />
          ) : typeof empty === "string" ? (
            <p role="status" className="border-t py-4 text-text-2">
              {empty}
            </p>
          ) : (
            empty
          )}
          <Pager page={page} totalPages={answer.totalPages} onPage={onPage} />
        </>
      )}
    </QueryPanel>
  );
}
