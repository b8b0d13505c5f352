import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasTerm, type TermType } from "../../../contract/terms/term-types.ts";
import type { PriceChange, Timeline, TimelinePeriod } from "../../../contract/terms/timeline.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { recordPath } from "../../records/record-path.ts";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { RecordYears } from "./record-years.tsx";
import { TermActions } from "./term-actions.tsx";
import { detailsOf, stateOf } from "./term-texts.ts";

/** The periods of a record: what was, what is and what comes, with the acts that move it on. */
export function TermTab({ record }: { record: RecordRow }) {
  return hasTerm(record.type) ? <Periods record={record} type={record.type} /> : null;
}

function Periods({ record, type }: { record: RecordRow; type: TermType }) {
  const found = useQuery(useTRPC().term.list.queryOptions({ type, id: record.id }));
  if (found.isPending) return <RowSkeletons rows={4} />;
  if (found.isError)
    return (
      <ListError
        message="Die Laufzeiten konnten nicht geladen werden."
        errorId={problemOf(found.error)?.requestId}
        onRetry={() => found.refetch()}
        retrying={found.isFetching}
      />
    );
  const { periods, prices, hanging, endsOn, isOver } = found.data;
  return (
    <>
      <Section
        title={type === "device" ? "Leasing" : "Laufzeiten"}
        aside={
          record.can.edit && !record.archivedAt && <TermActions record={record} type={type} timeline={found.data} />
        }
      >
        {periods.length === 0 ? (
          <p className="py-4 text-ui text-text-2">Noch keine Laufzeit. Trage ein, wann sie endet.</p>
        ) : (
          <ol aria-label="Laufzeiten">
            {periods.map((period) => (
              <PeriodRow key={`${period.from} ${period.to}`} period={period} />
            ))}
          </ol>
        )}
      </Section>
      {endsOn && hanging.length > 0 && <Hanging hanging={hanging} endsOn={endsOn} isOver={isOver} />}
      <RecordYears type={type} id={record.id} />
      {prices && prices.length > 0 && <Prices prices={prices} />}
    </>
  );
}

function PeriodRow({ period }: { period: TimelinePeriod }) {
  const { from, to, phase, priceCents, costCents } = period;
  const state = stateOf(period);
  const isNow = phase === "now";
  const amounts = [
    typeof priceCents === "number" && `Verkauf ${formatMoney(priceCents)}`,
    typeof costCents === "number" && `Einkauf ${formatMoney(costCents)}`,
  ].filter(Boolean);
  return (
    <li
      aria-current={isNow ? "date" : undefined}
      className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-3.5 border-b py-3 text-ui last:border-b-0"
    >
      <span
        aria-hidden
        className={cx(
          "mt-[7px] size-[9px] rounded-full",
          isNow ? "bg-text-1" : phase === "past" ? "bg-line-strong" : "shadow-[inset_0_0_0_1.5px_var(--line-strong)]",
        )}
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={cx("num", isNow ? "font-semibold" : phase === "past" && "text-text-2")}>
            {formatDay(from)} bis {formatDay(to)}
          </span>
          <Tag tone={state.tone}>{state.text}</Tag>
        </p>
        <p className="mt-0.5 text-note text-text-2">{[...detailsOf(period), ...amounts].join(" · ")}</p>
      </div>
    </li>
  );
}

function Hanging({ hanging, endsOn, isOver }: Pick<Timeline, "hanging" | "isOver"> & { endsOn: string }) {
  return (
    <Section title="Was daran hängt">
      <p className="pt-3 text-ui text-text-2">
        {isOver ? "Zu Ende seit" : "Endet am"} {formatDay(endsOn)}. Das braucht dann etwas anderes:
      </p>
      <ul className="py-2 text-ui">
        {hanging.map(({ type, id, title }) => (
          <li key={id} className="py-1">
            <Link to={recordPath(type, id) ?? "/"} className={linkClass}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Prices({ prices }: { prices: readonly PriceChange[] }) {
  return (
    <Section title="Preise">
      <ol aria-label="Preise" className="text-ui">
        {prices.map(({ fromOn, priceCents, costCents, reason, by }, index) => (
          <li
            key={`${fromOn} ${String(index)}`}
            className="flex flex-wrap gap-x-4 gap-y-1 border-b py-2.5 last:border-b-0"
          >
            <span className="num w-32">{fromOn === "1900-01-01" ? "anfangs" : `ab ${formatDay(fromOn)}`}</span>
            {priceCents !== null && <span className="num">Verkauf {formatMoney(priceCents)}</span>}
            {costCents !== null && <span className="num">Einkauf {formatMoney(costCents)}</span>}
            <span className="text-text-2 [overflow-wrap:anywhere]">
              {[reason && `„${reason}“`, by && `von ${by.label}`].filter(Boolean).join(" ")}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
