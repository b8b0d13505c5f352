import { sql } from "kysely";
import { contracts as declaration } from "../../../contract/contracts/contracts.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { RecordStore } from "../../records/store.ts";
import { monthlyRevenue } from "./monthly.ts";
import { contractCancelBy } from "./term.ts";

export const contracts: RecordStore = {
  declaration,
  table: "contracts",
  derived: {
    itemCount: () =>
      sql`select count(*) from contract_items as i where i.contract_id = record.id and i.archived_at is null`,
    monthlyRevenueCents: () => sql`select ${monthlyRevenue} from contracts as c where c.id = record.id`,
  },
  async complete(_tx, ctx, values) {
    return { ...values, cancelBy: contractCancelBy(values, portalDate(ctx.now())) };
  },
};
