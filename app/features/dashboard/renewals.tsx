import { useQuery } from "@tanstack/react-query";
import { type Renewals as Answer, renewalDays } from "../../../contract/dashboard/dashboard.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { Block } from "./block.tsx";
import { RenewalChart } from "./renewal-chart.tsx";
import { type RenewalThird, renewalThirds } from "./renewal-thirds.ts";

/** What renews itself in the next 90 days, with what it costs and brings for those who may know. */
export function Renewals({ className }: { className?: string }) {
  const renewals = useQuery(useTRPC().dashboard.renewals.queryOptions());
  const hasAmounts = renewals.data?.days.some(({ costCents }) => costCents !== undefined);
  return (
    <Block
      title="Nächste Verlängerungen"
      aside={renewals.data?.days.length ? <Legend hasAmounts={hasAmounts} className="max-md:hidden" /> : undefined}
      query={renewals}
      waiting={<Skeleton className="mt-3 h-[132px] w-full" />}
      className={className}
    >
      {(answer) =>
        answer.days.length === 0 ? (
          <p className="py-4 text-ui text-text-2">In den nächsten {renewalDays} Tagen verlängert sich nichts.</p>
        ) : (
          <>
            <Drawn answer={answer} />
            <Legend hasAmounts={hasAmounts} className="mt-3 text-text-2 md:hidden" />
            <p className="mt-3 flex flex-wrap gap-x-5">
              <Ahead to="/calendar">Alle Termine im Kalender</Ahead>
              {hasAmounts && <Ahead to="/cost-forecast">Kostenvorschau für zwölf Monate</Ahead>}
            </p>
          </>
        )
      }
    </Block>
  );
}

function Ahead({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center text-note text-text-2 underline hover:text-text-1 max-md:min-h-11"
    >
      {children}
    </Link>
  );
}

function Drawn({ answer }: { answer: Answer }) {
  const thirds = renewalThirds(answer);
  const total = thirds.reduce((sum, third) => sum + third.domains + third.hosts + third.contracts, 0);
  const undecided = thirds.reduce((sum, third) => sum + third.undecided, 0);
  const label = `${renewalDays} Tage: ${total} ${total === 1 ? "Verlängerung" : "Verlängerungen"}, bei ${undecided} ist die Entscheidung offen.`;
  return (
    <>
      <RenewalChart renewals={answer} label={label} />
      <ul className="grid gap-y-3 pt-3 md:grid-cols-3">
        {thirds.map((third) => (
          <Third key={third.from} third={third} />
        ))}
      </ul>
    </>
  );
}

const decided = "f[renewDecision]=noneOf:cancel,handOver";
const running = "f[lifecycle]=noneOf:shutDown";

function Third({
  third: { from, to, until, domains, hosts, contracts, costCents, revenueCents },
}: {
  third: RenewalThird;
}) {
  const between = `f[renewsAt]=between:%2B${from}d..%2B${to}d`;
  return (
    <li className="text-ui text-text-2">
      <p>
        <span className="num font-semibold text-text-1">Bis {formatDay(until)}</span>{" "}
        <span className="text-text-3">({to + 1} Tage)</span>
      </p>
      <p className="num flex flex-wrap gap-x-3">
        {domains + hosts + contracts === 0 && "Nichts"}
        <Amount of={domains} one="Domain" many="Domains" to={`/domains?${between}&${decided}`} />
        <Amount of={hosts} one="Hoster" many="Hoster" to={`/hosts?${between}&${running}`} />
        <Amount of={contracts} one="Vertrag" many="Verträge" />
      </p>
      {costCents !== undefined && revenueCents !== undefined && (
        <p className="num text-text-3">
          Kosten {formatMoney(costCents)} · Erlös {formatMoney(revenueCents)}
        </p>
      )}
    </li>
  );
}

interface AmountProps {
  of: number;
  one: string;
  many: string;
  to?: string;
}

function Amount({ of, one, many, to }: AmountProps) {
  if (of === 0) return null;
  const text = `${formatNumber(of)} ${of === 1 ? one : many}`;
  if (!to) return <span className="py-0.5 max-md:py-3">{text}</span>;
  return (
    <Link
      to={to}
      className="underline decoration-line-strong underline-offset-[3px] hover:text-text-1 hover:decoration-control py-0.5 max-md:py-3"
    >
      {text}
    </Link>
  );
}

function Legend({ hasAmounts, className }: { hasAmounts: boolean | undefined; className: string }) {
  const keys = hasAmounts
    ? ([
        ["bg-s6", "Erlös"],
        ["bg-line-strong", "Kosten"],
      ] as const)
    : ([["bg-s6", "Termine"]] as const);
  return (
    <span className={`flex flex-wrap gap-x-4 text-meta ${className}`}>
      {hasAmounts && <span className="text-text-3">Höhe: Wurzel des Betrags</span>}
      {[...keys, ["bg-warn-fill", "Entscheidung offen"] as const].map(([colour, name]) => (
        <span key={name} className="flex items-center gap-1.5">
          <i className={`h-2.5 w-2.5 rounded-[2px] ${colour}`} />
          {name}
        </span>
      ))}
    </span>
  );
}
