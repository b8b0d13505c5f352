import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ForecastItem, ForecastScenario } from "../../../contract/cost-forecast/cost-forecast.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { recordPath } from "../../records/record-path.ts";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { monthName } from "../calendar/day-names.ts";

/** What is paid and invoiced in a month, the largest first. */
export function MonthItems({ month, scenario }: { month: string; scenario: ForecastScenario }) {
  const found = useQuery(useTRPC().costForecast.items.queryOptions({ month, scenario }));
  return (
    <Section title={monthName(month)} className="mt-9">
      <QueryPanel query={found} failure="Die Zahlungen konnten nicht geladen werden.">
        {({ items, totalItems }) =>
          items.length === 0 ? (
            <p className="py-4 text-ui text-text-2">In diesem Monat wird nichts gezahlt und nichts berechnet.</p>
          ) : (
            <>
              <ul aria-label={`Zahlungen im ${monthName(month)}`}>
                {items.map((item) => (
                  <ItemRow key={`${item.record.id} ${item.on}`} item={item} />
                ))}
              </ul>
              {totalItems > items.length && (
                <p className="pt-3 text-note text-text-3">
                  Die größten {formatNumber(items.length)} von {formatNumber(totalItems)}; alle stehen in der
                  XLSX-Datei.
                </p>
              )}
            </>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function ItemRow({
  item: { on, record, customer, provider, costCents, revenueCents, isOpen },
}: {
  item: ForecastItem;
}) {
  const about = [declarationOf(record.type).labels.one, provider, customer?.label].filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-1 border-b py-2">
      <span className="num w-[84px] flex-none text-ui text-text-2">{formatDay(on)}</span>
      <span className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
        <Link
          to={recordPath(record.type, record.id) ?? ""}
          className="text-row font-medium hover:underline max-md:-my-1 max-md:inline-block max-md:py-3"
        >
          {record.label}
        </Link>
        <span className="block text-note text-text-2">{about}</span>
      </span>
      {isOpen && <Tag tone="warn">Entscheidung offen</Tag>}
      <span className="num ml-auto flex-none text-right text-ui">
        {revenueCents > 0 && <span className="block">Rechnung {formatMoney(revenueCents)}</span>}
        {costCents > 0 && <span className="block text-text-2">Ausgabe {formatMoney(costCents)}</span>}
      </span>
    </li>
  );
}
