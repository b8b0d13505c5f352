import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import {
  type DateState,
  dateState,
  daysBetween,
  leadDaysOf,
  nearnessText,
} from "../../../contract/deadlines/deadlines.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Link } from "../../lib/pages/link.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { DeviationMark } from "../../records/values/deviation-mark.tsx";
import { formatDay } from "../../records/values/format-value.ts";

const tones = { over: "bad", soon: "warn" } as const;

/** The next dates of a website and of what it stands on: its domains, its hosts and its contracts. */
export function NextDeadlines({ record: { id } }: { record: RecordRow }) {
  const headingId = useId();
  const next = useQuery(useTRPC().dashboard.nextOf.queryOptions({ websiteId: id }));
  const today = portalToday();
  if (!next.data?.length) return null;
  return (
    <section aria-labelledby={headingId} className="border-b pb-2 pt-2 xl:first:pt-0">
      <h2 id={headingId} className="flex min-h-8 items-center text-label font-medium text-text-3">
        Nächste Termine
      </h2>
      <ul>
        {next.data.map(({ id: deadlineId, kind, label, record, href, dueOn }) => (
          <li key={deadlineId}>
            <Link
              to={href}
              className="flex min-h-[34px] items-center gap-2.5 rounded-4 py-1 text-ui hover:bg-hover max-md:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{label}</span>
                <span className="block truncate text-meta text-text-3">
                  {record.id === id ? "Diese Website" : record.label}
                </span>
              </span>
              <span className="num flex-none text-meta text-text-3">
                <DueDate state={dateState({ leadDays: leadDaysOf(kind) }, dueOn, today)} dueOn={dueOn} today={today} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DueDate({ state, dueOn, today }: { state: DateState; dueOn: string; today: string }) {
  const date = <time dateTime={dueOn}>{formatDay(dueOn)}</time>;
  if (state === "later") return date;
  const deviation = { tone: tones[state], text: nearnessText(daysBetween(today, dueOn)) };
  return <DeviationMark deviation={deviation}>{date}</DeviationMark>;
}
