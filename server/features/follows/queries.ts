import type { z } from "zod";
import type { getFollowing } from "../../../contract/follows/follows-input.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** Whether this person follows a record. Throws not_found. */
export async function readFollowing({ db, person }: RecordContext, { type, id }: z.infer<typeof getFollowing>) {
  if (!(await isReadable(db, { type, id }, person))) throw notFound();
  const row = await db
    .selectFrom("recordFollowers")
    .select("userId")
    .where("recordType", "=", type)
    .where("recordId", "=", id)
    .where("userId", "=", person.id)
    .executeTakeFirst();
  return { isFollowing: row !== undefined };
}
