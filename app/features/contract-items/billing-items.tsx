import { contractItems } from "../../../contract/contract-items/contract-items.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { RecordsOf } from "../../records/related/records-of.tsx";
import { useRecordsOf } from "../../records/related/use-records-of.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { Section } from "../../ui/section.tsx";

interface BillingItemsProps {
  record: RecordRow;
  /** The field by which a position names the record. */
  field: "domainId" | "hostId" | "websiteId" | "deviceId";
}

/** The positions of contracts that are about a record. */
export function BillingItems({ record, field }: BillingItemsProps) {
  const found = useRecordsOf("contractItem", field, record.id);
  return (
    <Section title="In Verträgen">
      <RecordsOf found={found} empty="In keinem Vertrag.">
        {(items) => (
          <ul>
            {items.map((item) => {
              const { contractId, quantity, unitPriceCents } = valuesOf(contractItems, item);
              return (
                <li key={item.id} className="flex min-h-10 flex-wrap items-center gap-x-3 border-b py-1.5 text-ui">
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{item.title}</span>
                  <span className="min-w-0 text-text-2 [overflow-wrap:anywhere]">{contractId?.label}</span>
                  {typeof unitPriceCents === "number" && (
                    <span className="num w-28 text-right">{formatMoney((quantity ?? 1) * unitPriceCents)}</span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </RecordsOf>
    </Section>
  );
}
