import { sql } from "kysely";
import { deviceCategories as declaration } from "../../../contract/device-categories/device-categories.ts";
import type { RecordStore } from "../../records/store.ts";

export const deviceCategories: RecordStore = {
  declaration,
  table: "deviceCategories",
  unique: [["name"]],
  derived: {
    deviceCount: () =>
      sql`select count(*) from devices as other where other.category_id = record.id and other.archived_at is null`,
  },
};
