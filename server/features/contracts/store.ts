import { type RawBuilder, sql } from "kysely";
import { contracts as declaration } from "../../../contract/contracts/contracts.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { RecordStore } from "../../records/store.ts";
import { completeTermOf, termHooks } from "../terms/follow-record.ts";
import { withCustomer } from "../terms/looked-after.ts";
import { cycleRevenue, monthlyRevenue, termRevenue, yearlyRevenue } from "./monthly.ts";

const ofRecord = (amount: RawBuilder<unknown>) => () =>
  sql`select ${amount} from contracts as c where c.id = record.id`;

const termAmount = {
  cents: sql`select ${termRevenue} from contracts as c where c.id = record.id`,
  direction: "revenue",
} as const;

const lookedAfter = withCustomer("contracts");

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
  deadlines: {
    ...lookedAfter,
    amounts: { contractEnd: termAmount, contractCancel: termAmount },
    follows: {
      ...lookedAfter.follows,
      contractItem: (ids) => sql`select contract_id as id from contract_items where id in ${idsIn(ids)}`,
    },
  },
  complete: (tx, _ctx, values, before) => completeTermOf(tx, "contract", values, before),
  ...termHooks("contract"),
};
