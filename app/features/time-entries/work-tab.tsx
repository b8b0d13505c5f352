import { useQuery } from "@tanstack/react-query";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { valuesOf } from "../../../contract/records/rows.ts";
import { timeEntries } from "../../../contract/time-entries/time-entries.ts";
import type { MonthOfWork, WorkSummary } from "../../../contract/time-entries/timers.ts";
import { formatWorkTime } from "../../../contract/time-entries/work-time.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { ChildSection } from "../../records/related/child-section.tsx";
import { RecordMenu } from "../../records/related/record-menu.tsx";
import { RecordLink } from "../../records/values/field-value.tsx";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { TimerBar } from "./timer-bar.tsx";

/** What was worked for a customer, month by month beside what a month includes, and the time that runs. */
export function WorkTab({ customer }: { customer: RecordRow }) {
  return (
    <>
      {customer.can.edit && <TimerBar customer={customer} />}
      <Months customer={customer} />
      <ChildSection customer={customer} type="timeEntry" orderBy={[{ field: "workedOn", descending: true }]}>
        {(entries) => (
          <ul>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </ChildSection>
    </>
  );
}

function Months({ customer }: { customer: RecordRow }) {
  const summary = useQuery(useTRPC().timeEntry.summary.queryOptions({ id: customer.id }));
  if (summary.data?.months.length === 0 && summary.data.includedMinutes === null) return null;
  return (
    <Section title="Nach Monaten" className="mb-7">
      {summary.isPending && <RowSkeletons rows={2} />}
      {summary.isError && !summary.data && (
        <ListError
          message="Die Monate konnten nicht geladen werden."
          errorId={problemOf(summary.error)?.requestId}
          onRetry={() => summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      {summary.data && (
        <ul>
          {summary.data.months.map((month) => (
            <MonthRow key={month.month} month={month} included={summary.data.includedMinutes} />
          ))}
          {summary.data.months.length === 0 && (
            <li className="py-3 text-ui text-text-2">
              {formatWorkTime(summary.data.includedMinutes ?? 0)} im Monat inklusive, noch nichts davon verbraucht.
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}

function MonthRow({ month, included }: { month: MonthOfWork; included: WorkSummary["includedMinutes"] }) {
  const [year, number] = month.month.split("-");
  const beyond = included === null ? 0 : Math.max(0, month.billableMinutes - included);
  const open = Math.max(0, beyond - month.billedMinutes);
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b py-1.5 text-ui last:border-b-0">
      <span className="num w-16 flex-none">
        {number}.{year}
      </span>
      <span className="num min-w-0 flex-1">
        {formatWorkTime(month.billableMinutes)}
        {included !== null && <span className="text-text-2"> von {formatWorkTime(included)} inklusive</span>}
        {month.minutes > month.billableMinutes && (
          <span className="text-text-3">
            {" "}
            · {formatWorkTime(month.minutes - month.billableMinutes)} nicht abrechenbar
          </span>
        )}
      </span>
      {open > 0 && <span className="font-550 text-warn-text">{formatWorkTime(open)} darüber, nicht berechnet</span>}
    </li>
  );
}

function EntryRow({ entry }: { entry: RecordRow }) {
  const { workedOn, minutes, userId, websiteId, billable, billedAt, amountCents } = valuesOf(timeEntries, entry);
  return (
    <li className="flex items-start gap-3 border-b py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-550 [overflow-wrap:anywhere]">{entry.title}</span>
        <span className="flex flex-wrap items-center gap-x-3 text-note text-text-2">
          {workedOn && formatDay(workedOn)}
          {userId && <span>{userId.label}</span>}
          {websiteId && <RecordLink to="website" value={websiteId} />}
        </span>
      </span>
      {billable === false && <Tag tone="out">Nicht abrechenbar</Tag>}
      {billedAt && <Tag tone="ok">Berechnet</Tag>}
      <span className="num flex-none text-right">
        {formatWorkTime(minutes ?? 0)}
        {typeof amountCents === "number" && (
          <span className={cx("block text-note", billedAt ? "text-text-3" : "text-text-2")}>
            {formatMoney(amountCents)}
          </span>
        )}
      </span>
      <RecordMenu record={entry} />
    </li>
  );
}
