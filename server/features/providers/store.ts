import { sql } from "kysely";
import { providers as declaration } from "../../../contract/providers/providers.ts";
import type { RecordStore } from "../../records/store.ts";

export const providers: RecordStore = {
  declaration,
  table: "providers",
  unique: [["name"]],
  derived: {
    hostCount: () =>
      sql`select count(*) from hosts as other where other.provider_id = record.id and other.archived_at is null`,
  },
};
