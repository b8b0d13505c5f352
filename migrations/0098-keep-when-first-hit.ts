import type { Kysely } from "kysely";

/** When a member of an incident first failed in it, where it was back in between. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("incident_members").addColumn("first_since", "text").execute();
}
