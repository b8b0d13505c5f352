import { sql } from "kysely";
import { locations as declaration } from "../../../contract/locations/locations.ts";
import type { RecordStore } from "../../records/store.ts";

export const locations: RecordStore = {
  declaration,
  table: "locations",
  unique: [["name"]],
  derived: {
    deviceCount: () =>
      sql`select count(*) from devices as other where other.location_id = record.id and other.archived_at is null`,
  },
};
