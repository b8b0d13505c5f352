import type { Kysely } from "kysely";

/** What the dashboard counts as missing, without looking through tables that are wide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (table: string, columns: string[]) =>
    db.schema
      .createIndex(`${table}_gaps`)
      .on(table)
      .columns(["archived_at", ...columns])
      .execute();
  await index("domains", ["renews_at", "customer_id"]);
  await index("websites", ["customer_id", "responsible_user_id"]);
  await index("devices", ["serial"]);
  await index("hosts", ["avv_signed_at"]);
}
