import { useQuery } from "@tanstack/react-query";
import { hasAbility } from "../../../contract/roles.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";
import { Section } from "../../ui/section.tsx";

/** What a record cost and brought in each year, for those who may see prices. */
export function RecordYears({ type, id }: { type: TermType; id: string }) {
  const seesPrices = hasAbility(useRole(), "seePrices");
  const years = useQuery(useTRPC().costForecast.years.queryOptions({ type, id }, { enabled: seesPrices }));
  if (!years.data || years.data.length === 0) return null;
  const [hasRevenue, hasCost] = [
    years.data.some(({ revenueCents }) => revenueCents > 0),
    years.data.some(({ costCents }) => costCents > 0),
  ];
  const thisYear = Number(portalToday().slice(0, 4));
  const cell = "num h-9 whitespace-nowrap text-right";
  return (
    <Section title="Je Jahr">
      <table className="w-full border-collapse text-ui">
        <caption className="sr-only">Rechnungen und Ausgaben je Jahr</caption>
        <thead>
          <tr className="text-label text-text-3">
            <th scope="col" className="h-8 text-left font-medium">
              Jahr
            </th>
            {hasRevenue && <Head>Rechnungen</Head>}
            {hasCost && <Head>Ausgaben</Head>}
            {hasRevenue && hasCost && <Head>Es bleibt</Head>}
          </tr>
        </thead>
        <tbody>
          {years.data.map(({ year, costCents, revenueCents }) => (
            <tr key={year} className={cx("border-t", year > thisYear && "text-text-2")}>
              <th scope="row" className={cx("num h-9 text-left", year === thisYear ? "font-semibold" : "font-normal")}>
                {year}
                {year > thisYear && <span className="ml-2 text-meta text-text-3">voraussichtlich</span>}
              </th>
              {hasRevenue && <td className={cell}>{formatMoney(revenueCents)}</td>}
              {hasCost && <td className={cell}>{formatMoney(costCents)}</td>}
              {hasRevenue && hasCost && <td className={cell}>{formatMoney(revenueCents - costCents)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="h-8 text-right font-medium">
      {children}
    </th>
  );
}
