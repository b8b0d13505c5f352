import { Link } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../contract/audit-log/audit-log.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { linkClass } from "../../ui/link-class.ts";
import { logQuery, useLogFilters } from "./log-filters.ts";
import { LogToolbar } from "./log-toolbar.tsx";

export function LogList() {
  const trpc = useTRPC();
  const { filters, isNarrowed, change, reset } = useLogFilters();
  const log = useQuery(trpc.audit.list.queryOptions(logQuery(filters), { placeholderData: keepPreviousData }));
  return (
    <>
      <LogToolbar filters={filters} change={change} />
      <PagedList
        query={log}
        failure="Das Protokoll konnte nicht geladen werden."
        rows={12}
        page={filters.page}
        onPage={(page) => change({ page: String(page) })}
        empty="Noch ist nichts geschehen."
        onReset={isNarrowed ? reset : undefined}
      >
        {(entries) => (
          <ol aria-label="Protokoll" aria-busy={log.isPlaceholderData} className="border-t border-line-strong">
            {entries.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}

// Padding of what stands in a line moves nothing: the touch target grows, and long titles still break like text.
const linkInRow = `${linkClass} max-md:py-3`;

/** „Jana Petersen: Website geändert, Weingut Amsel“, with the fields that changed below. */
function LogRow({ entry }: { entry: AuditEntry }) {
  const { at, actor, kind, label, subject } = entry;
  // Who signs in does it to nobody else, and what is new is new in every field.
  const title = subject.id === actor?.id ? null : subject.title;
  const fields = kind.endsWith(".created") ? [] : entry.fields;
  return (
    <li className="grid grid-cols-[132px_minmax(0,1fr)] gap-x-5 border-b py-2 text-ui max-md:grid-cols-1">
      <time dateTime={at.toISOString()} className="num text-text-3 max-md:text-label">
        {formatDateTime(at)}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          {actor ? (
            <Link to={`/users/${actor.id}`} className={linkInRow}>
              {actor.name}
            </Link>
          ) : (
            <span className="text-text-2">Das Portal</span>
          )}
          {": "}
          <span className="font-medium">{label}</span>
          {title && ", "}
          {title &&
            (subject.href ? (
              <Link to={subject.href} className={linkInRow}>
                {title}
              </Link>
            ) : (
              title
            ))}
        </p>
        {fields.length > 0 && <p className="text-meta text-text-3">{fields.join(", ")}</p>}
      </div>
    </li>
  );
}
