import type { z } from "zod";
import { type RecentMerge, undoMergeMs } from "../../../contract/merges/merges.ts";
import type { listMerges as input } from "../../../contract/merges/merges-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { PersonContext } from "../../trpc/context.ts";
import type { MergeUndo } from "./merge.ts";

/** What was merged into a record and can still be taken back, the latest first. */
export async function listMerges(
  { db, now }: Pick<PersonContext, "db" | "now">,
  { type, id }: z.output<typeof input>,
): Promise<RecentMerge[]> {
  const rows = await db
    .selectFrom("merges")
    .leftJoin("users", "users.id", "merges.byId")
    .select(["merges.id", "merges.at", "merges.undoJson", "users.name"])
    .where("recordType", "=", type)
    .where("survivorId", "=", id)
    .where("undoneAt", "is", null)
    .where("undoJson", "is not", null)
    .where("merges.at", ">", new Date(now().getTime() - undoMergeMs).toISOString())
    .orderBy("merges.at", "desc")
    .execute();
  return rows.map(({ id: mergeId, at, undoJson, name }) => ({
    id: mergeId,
    title: parseOwnJson<MergeUndo>(undoJson ?? "{}").title,
    at: new Date(at),
    by: name,
    until: new Date(Date.parse(at) + undoMergeMs),
  }));
}
