import { sql } from "kysely";
import { contracts as declaration } from "../../../contract/contracts.ts";
import type { RecordStore } from "../../records/store.ts";
import { cancelByOf } from "../../records/terms.ts";
import { monthlyRevenue } from "./monthly.ts";

export const contracts: RecordStore = {
  declaration,
  table: "contracts",
  derived: {
    itemCount: () =>
      sql`select count(*) from contract_items as i where i.contract_id = record.id and i.archived_at is null`,
    monthlyRevenueCents: () => sql`select ${monthlyRevenue} from contracts as c where c.id = record.id`,
  },
  rules: [
    ({ startAt, endAt }) =>
      startAt && endAt && endAt < startAt ? { endAt: ["Vertragsende: Datum liegt vor dem Startdatum."] } : {},
  ],
  async complete(_tx, _ctx, values) {
    return { ...values, cancelBy: cancelByOf(values.endAt, values.noticeDays) };
  },
};
