import { contracts as declaration } from "../../../contract/contracts.ts";
import type { RecordStore } from "../../records/store.ts";
import { cancelByOf } from "../../records/terms.ts";

export const contracts: RecordStore = {
  declaration,
  table: "contracts",
  async complete(_tx, _ctx, values) {
    return { ...values, cancelBy: cancelByOf(values.endAt, values.noticeDays) };
  },
};
