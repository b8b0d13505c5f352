import { Link } from "@remix-run/react";
import { useId } from "react";
import { contracts } from "../../../contract/contracts/contracts.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { recordPath } from "../../records/record-path.ts";
import { RecordMenu } from "../../records/related/record-menu.tsx";
import { useRecordsOf } from "../../records/related/use-records-of.ts";
import { DeviationMark } from "../../records/values/deviation-mark.tsx";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { deviationToday } from "../../records/values/record-value.tsx";
import { Tag, type TagProps } from "../../ui/status/tag.tsx";
import { TermEdge } from "../../ui/status/term-edge.tsx";
import { ContractItems } from "./contract-items.tsx";
import { pricePerCycle, termText } from "./contract-texts.ts";
import { contractTerm } from "./page-ui.ts";

const tones: Record<string, TagProps["tone"]> = { active: "ok", cancelled: "warn", draft: "out", ended: "neutral" };

/** One contract: what it is, how it runs, what it brings, and its positions. */
export function ContractBlock({ contract }: { contract: RecordRow }) {
  const headingId = useId();
  const items = useRecordsOf("contractItem", "contractId", contract.id, { limit: 100 });
  const values = valuesOf(contracts, contract);
  const { status, kind, indexation, responsibleUserId } = values;
  const price = pricePerCycle(contract, items.records);
  const facts = [values.number, kind && contracts.fields.kind.options[kind], termText(values)].filter(Boolean);
  const today = portalToday();
  const term = contractTerm(contract, today);
  const asides = [
    indexation && `Preisanpassung: ${indexation}`,
    responsibleUserId && `Verantwortlich: ${responsibleUserId.label}`,
  ].filter(Boolean);
  return (
    <section aria-labelledby={headingId} className="border-b py-4 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 id={headingId} className="font-semibold [overflow-wrap:anywhere]">
              <Link to={recordPath("contract", contract.id) ?? ""} className="hover:underline max-md:py-3">
                {contract.title}
              </Link>
            </h3>
            {status && <Tag tone={tones[status]}>{contracts.fields.status.options[status]}</Tag>}
          </div>
          <p className="text-note text-text-2 [overflow-wrap:anywhere]">{facts.join(" · ")}</p>
        </div>
        {price && (
          <p className="num flex-none text-right max-md:order-last max-md:w-full max-md:text-left">
            <span className="block font-semibold">{price}</span>
            {typeof values.monthlyRevenueCents === "number" && values.cycle !== "monthly" && (
              <span className="block text-note text-text-2">{formatMoney(values.monthlyRevenueCents)} im Monat</span>
            )}
          </p>
        )}
        <RecordMenu record={contract} />
      </div>
      {term && (
        <TermEdge label={term.label} now={term.now} zone={term.zone} lastDate={term.lastDate} className="mt-2" />
      )}
      {status === "active" && values.cancelBy && <CancelBy contract={contract} by={values.cancelBy} />}
      {asides.length > 0 && <p className="mt-1 text-ui [overflow-wrap:anywhere]">{asides.join(" · ")}</p>}
      <ContractItems contract={contract} found={items} />
    </section>
  );
}

/** Until when it can be cancelled, or that it is too late for this term. */
function CancelBy({ contract: { type, values }, by }: { contract: RecordRow; by: string }) {
  const deviation = deviationToday(type, "cancelBy", values);
  return (
    <p className="mt-1 text-ui">
      {deviation ? (
        <DeviationMark deviation={deviation} variant="page">
          Kündbar bis {formatDay(by)}
        </DeviationMark>
      ) : (
        `Kündbar bis ${formatDay(by)}`
      )}
    </p>
  );
}
