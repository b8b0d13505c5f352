import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Pager } from "../../ui/pager.tsx";
import { NoHits } from "../../ui/placeholders/list-states.tsx";
import { logQuery, useLogFilters } from "./log-filters.ts";
import { LogRow } from "./log-row.tsx";
import { LogToolbar } from "./log-toolbar.tsx";

export function LogList() {
  const trpc = useTRPC();
  const { filters, isNarrowed, change, reset } = useLogFilters();
  const log = useQuery(trpc.audit.list.queryOptions(logQuery(filters), { placeholderData: keepPreviousData }));
  return (
    <>
      <LogToolbar filters={filters} change={change} />
      <QueryPanel query={log} failure="Das Protokoll konnte nicht geladen werden." rows={12}>
        {({ data, totalItems, totalPages }) => (
          <>
            {totalItems === 0 &&
              (isNarrowed ? (
                <NoHits onReset={reset} />
              ) : (
                <p role="status" className="border-t py-4 text-text-2">
                  Noch ist nichts geschehen.
                </p>
              ))}
            {data.length > 0 && (
              <ol aria-label="Protokoll" aria-busy={log.isPlaceholderData} className="border-t border-line-strong">
                {data.map((entry) => (
                  <LogRow key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <Pager page={filters.page} totalPages={totalPages} onPage={(page) => change({ page: String(page) })} />
          </>
        )}
      </QueryPanel>
    </>
  );
}
