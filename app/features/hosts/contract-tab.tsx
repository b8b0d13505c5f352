import { hosts } from "../../../contract/hosts/hosts.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { formatMoney } from "../../records/values/format-value.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { BillingItems } from "../contract-items/billing-items.tsx";

const contractFields = ["providerId", "contractNo", "startAt", "periodMonths", "noticeDays", "renewsAt", "cancelBy"];

/** How a host is rented, and what it costs and brings. */
export function ContractTab({ host }: { host: RecordRow }) {
  return (
    <>
      <Section title="Vertrag mit dem Anbieter">
        <FieldRows record={host} names={contractFields} />
      </Section>
      {"costCents" in host.values && <Costs host={host} />}
      <BillingItems record={host} field="hostId" />
    </>
  );
}

function Costs({ host }: { host: RecordRow }) {
  const { monthlyCostCents, monthlyRevenueCents } = valuesOf(hosts, host);
  const margin =
    typeof monthlyCostCents === "number" && typeof monthlyRevenueCents === "number"
      ? monthlyRevenueCents - monthlyCostCents
      : undefined;
  return (
    <Section title="Kosten und Erlös">
      <FieldRows record={host} names={["costCents", "billing", "monthlyCostCents", "monthlyRevenueCents"]} />
      {margin !== undefined && (
        <KeyValues
          items={[
            {
              key: "Marge/Monat",
              value: <span className={margin < 0 ? "num text-bad-text" : "num"}>{formatMoney(margin)}</span>,
            },
          ]}
        />
      )}
    </Section>
  );
}
