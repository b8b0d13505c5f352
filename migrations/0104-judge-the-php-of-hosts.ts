import type { Kysely } from "kysely";

interface Lists {
  registryLists: { name: string; dueAt: string };
}

/** How long the PHP of hosts is supported, for filters. Those that are there are judged with the next look at releases, which is due. */
export async function up(db: Kysely<Lists>): Promise<void> {
  await db.schema.alterTable("hosts").addColumn("php_support", "text").execute();
  await db
    .updateTable("registryLists")
    .set({ dueAt: new Date(0).toISOString() })
    .where("name", "=", "releases")
    .execute();
}
