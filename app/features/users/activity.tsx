import { Link, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../contract/audit-log/audit-log.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatTime } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { linkInRow } from "../../ui/link-class.ts";

const pageSize = 50;

/** The input of `user.activity` for a URL of the tab. */
export function activityQuery(id: string, searchParams: URLSearchParams) {
  const page = Math.trunc(Number(searchParams.get("page")));
  return { id, page: page >= 1 && page <= 1_000_000 ? page : 1, limit: pageSize };
}

/** What a person has done, day by day, the newest first. */
export function Activity({ userId }: { userId: string }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const input = activityQuery(userId, searchParams);
  const activity = useQuery(useTRPC().user.activity.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <PagedList
      query={activity}
      failure="Die Aktivität konnte nicht geladen werden."
      rows={10}
      page={input.page}
      onPage={(page) => setSearchParams(page === 1 ? {} : { page: String(page) })}
      empty={
        <p role="status" className="py-4 text-text-2">
          {input.page > 1 ? "So weit reicht die Aktivität nicht zurück." : "Noch ist nichts geschehen."}
        </p>
      }
    >
      {(data) =>
        [...Map.groupBy(data, ({ at }) => formatDate(at))].map(([day, entries]) => (
          <section key={day} aria-label={day} className="mt-7 first:mt-0">
            <h2 className="border-b pb-1.5 text-ui font-semibold">{nameOf(day)}</h2>
            <ol>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} userId={userId} />
              ))}
            </ol>
          </section>
        ))
      }
    </PagedList>
  );
}

function nameOf(day: string): string {
  if (day === formatDate(portalNow())) return "Heute";
  if (day === formatDate(new Date(portalNow().getTime() - dayMs))) return "Gestern";
  return day;
}

function Entry({ entry: { at, kind, label, subject, fields }, userId }: { entry: AuditEntry; userId: string }) {
  // What people do with their own account needs no name.
  const title = subject.id === userId ? null : subject.title;
  // With a new record, every field is one that changed.
  const changed = kind.endsWith(".updated") ? fields : [];
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-3 border-b py-2 text-ui">
      <time dateTime={at.toISOString()} className="num text-text-3">
        {formatTime(at)}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          <span className="font-medium">{label}</span>
          {title !== null && ": "}
          {title !== null && subject.href ? (
            <Link to={subject.href} className={linkInRow}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {changed.length > 0 && <p className="text-meta text-text-3">{changed.join(", ")}</p>}
      </div>
    </li>
  );
}
