import { type Kysely, sql } from "kysely";

/** Whether an ending delegates a domain, as it said last, beside the domain: lists ask for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("domains").addColumn("delegation", "text").execute();
  await sql`update domains set delegation = (
    select answer_json ->> '$.state' from lookups where kind = 'dns' and target_id = domains.id and answer_json is not null
  )`.execute(db);
}
