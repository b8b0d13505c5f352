import { type RawBuilder, sql } from "kysely";
import { contracts as declaration } from "../../../contract/contracts/contracts.ts";
import type { RecordStore } from "../../records/store.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";
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
  complete: (tx, _ctx, values, before) => completeTermOf(tx, "contract", values, before),
  ...termHooks("contract"),
};
