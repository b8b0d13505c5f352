import { sql } from "kysely";
import { registrarAccounts as declaration } from "../../../contract/registrar-accounts/registrar-accounts.ts";
import type { RecordStore } from "../../records/store.ts";

export const registrarAccounts: RecordStore = {
  declaration,
  table: "registrarAccounts",
  unique: [declaration.uniqueTogether ?? []],
  derived: {
    domainCount: () =>
      sql`select count(*) from domains as other where other.registrar_account_id = record.id and other.archived_at is null`,
  },
};
