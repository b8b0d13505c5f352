import { useId } from "react";
import { contracts } from "../../../contract/contracts.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { Tag, type TagProps } from "../../ui/tag.tsx";
import { FieldRows } from "../lists/field-rows.tsx";
import { RecordMenu } from "../lists/record-menu.tsx";
import { useRecordsOf } from "../lists/use-records-of.ts";
import { formatDay, formatMoney } from "../records/value-text.ts";
import { ContractItems } from "./contract-items.tsx";
import { pricePerCycle, termWords } from "./contract-words.ts";

const tones: Record<string, TagProps["tone"]> = { active: "ok", cancelled: "warn", draft: "out", ended: "neutral" };

/** One contract: what it is, how it runs, what it brings, and its positions. */
export function ContractBlock({ contract }: { contract: RecordRow }) {
  const headingId = useId();
  const items = useRecordsOf("contractItem", "contractId", contract.id, { limit: 100 });
  const values = valuesOf(contracts, contract);
  const { status, kind, startAt, cancelBy } = values;
  const price = pricePerCycle(contract, items.records);
  const facts = [
    values.number,
    kind && contracts.fields.kind.options[kind],
    startAt && `seit ${formatDay(startAt)}`,
    termWords(values),
  ].filter(Boolean);
  return (
    <section aria-labelledby={headingId} className="border-b py-4 last:border-b-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 id={headingId} className="font-semibold [overflow-wrap:anywhere]">
              {contract.title}
            </h3>
            {status && <Tag tone={tones[status]}>{contracts.fields.status.options[status]}</Tag>}
          </div>
          <p className="text-note text-text-2 [overflow-wrap:anywhere]">{facts.join(" · ")}</p>
        </div>
        {price && (
          <p className="num flex-none text-right">
            <span className="block font-semibold">{price}</span>
            {typeof values.monthlyRevenueCents === "number" && values.cycle !== "monthly" && (
              <span className="block text-note text-text-2">{formatMoney(values.monthlyRevenueCents)} im Monat</span>
            )}
          </p>
        )}
        <RecordMenu record={contract} />
      </div>
      {cancelBy && status === "active" && (
        <p className="mt-1 text-ui">
          Kündbar bis <time dateTime={cancelBy}>{formatDay(cancelBy)}</time>
        </p>
      )}
      <FieldRows record={contract} names={["endAt", "noticeDays", "indexation", "responsibleUserId"]} onlyFilled />
      <ContractItems contract={contract} found={items} />
    </section>
  );
}
