import type { Kysely } from "kysely";

const added = {
  hosts: { response_time_ms: "integer", certificate_expires_at: "text", certificate_level: "text" },
  domains: { response_time_ms: "integer", uptime30d: "integer" },
} as const;

/** What checks find out of hosts and domains besides their status, as of websites; the next looks fill it in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(added))
    for (const [name, type] of Object.entries(columns))
      await db.schema.alterTable(table).addColumn(name, type).execute();
}
