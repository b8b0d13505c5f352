import { contractItems as declaration } from "../../../contract/contract-items/contract-items.ts";
import type { RecordStore } from "../../records/store.ts";
import { priceHooks } from "../terms/price-rows.ts";

export const contractItems: RecordStore = {
  declaration,
  table: "contractItems",
  async complete(_tx, _ctx, values) {
    return { ...values, quantity: values.quantity ?? 1 };
  },
  ...priceHooks("contractItem"),
};
