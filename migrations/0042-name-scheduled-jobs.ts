import { type Kysely, sql } from "kysely";

/** What was recorded of scheduled jobs is called so: a task is something that a person does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update changes set kind = 'job.run', subject_type = 'job' where kind = 'task.run'`.execute(db);
}
