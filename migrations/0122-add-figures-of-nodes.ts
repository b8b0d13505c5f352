import type { Kysely } from "kysely";

export const kind = "expand";

/** What each node of a portal last said of how it is doing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("nodes").addColumn("figures_json", "text").execute();
}
