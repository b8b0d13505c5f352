import { devices as declaration } from "../../../contract/devices.ts";
import { nextNumber } from "../../records/number-range.ts";
import type { RecordStore } from "../../records/store.ts";

export const devices: RecordStore = {
  declaration,
  table: "devices",
  unique: [["assetTag"], ["manufacturer", "serial"]],
  async complete(tx, _ctx, values) {
    return values.assetTag ? values : { ...values, assetTag: await nextNumber(tx, "device") };
  },
};
