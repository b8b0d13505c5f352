import { sql } from "kysely";
import { registrars as declaration } from "../../../contract/registrars/registrars.ts";
import type { RecordStore } from "../../records/store.ts";

export const registrars: RecordStore = {
  declaration,
  table: "registrars",
  unique: [["name"]],
  derived: {
    accountCount: () =>
      sql`select count(*) from registrar_accounts as other where other.registrar_id = record.id and other.archived_at is null`,
  },
};
