import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { dateState, leadDaysOf } from "../../../contract/deadlines/deadlines.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";

const tones = { over: "text-bad-text font-550", soon: "text-warn-text", later: "text-text-3" } as const;

/** The next dates of what a website stands on: its domains, its hosts and its contracts. */
export function NextDeadlines({ record: { id } }: { record: RecordRow }) {
  const headingId = useId();
  const next = useQuery(useTRPC().dashboard.nextOf.queryOptions({ websiteId: id }));
  const today = portalDate(new Date());
  if (!next.data?.length) return null;
  return (
    <section aria-labelledby={headingId} className="border-b pb-2 pt-2 xl:first:pt-0">
      <h2 id={headingId} className="flex min-h-8 items-center text-label font-medium text-text-3">
        Nächste Termine
      </h2>
      <ul>
        {next.data.map(({ kind, label, record, href, dueOn }) => (
          <li key={`${kind} ${record.id}`}>
            <Link
              to={href}
              className="flex min-h-[34px] items-center gap-2.5 rounded-4 py-1 text-ui hover:bg-hover max-md:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{label}</span>
                <span className="block truncate text-meta text-text-3">{record.label}</span>
              </span>
              <time
                dateTime={dueOn}
                className={cx(
                  "num flex-none text-meta",
                  tones[dateState({ leadDays: leadDaysOf(kind) }, dueOn, today)],
                )}
              >
                {formatDay(dueOn)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
