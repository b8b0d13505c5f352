import { type RawBuilder, sql } from "kysely";
import { endOfTerm } from "../../../contract/contracts/contract-term.ts";
import { contracts as declaration } from "../../../contract/contracts/contracts.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { cancelByOf } from "../../records/conditions/terms.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { cycleRevenue, monthlyRevenue, yearlyRevenue } from "./monthly.ts";

const ofRecord = (amount: RawBuilder<unknown>) => () =>
  sql`select ${amount} from contracts as c where c.id = record.id`;

export const contracts: RecordStore = {
  declaration,
  table: "contracts",
  derived: {
    itemCount: () =>
      sql`select count(*) from contract_items as i where i.contract_id = record.id and i.archived_at is null`,
    assetCount: () =>
      sql`select count(*) from contract_items as i where i.contract_id = record.id and i.archived_at is null and coalesce(i.website_id, i.domain_id, i.host_id, i.device_id) is not null`,
    cycleRevenueCents: ofRecord(cycleRevenue),
    monthlyRevenueCents: ofRecord(monthlyRevenue),
    yearlyRevenueCents: ofRecord(yearlyRevenue),
  },
  async complete(_tx, ctx, values) {
    return { ...values, cancelBy: contractCancelBy(values, portalDate(ctx.now())) };
  },
};

/** The last day on which a contract can be cancelled; null where it cannot be, or nobody entered how it runs. */
function contractCancelBy(values: Values, today: string): string | null {
  if (values.status === "cancelled" || values.status === "ended") return null;
  return cancelByOf(endOfTerm(values, today), values.noticeDays);
}
