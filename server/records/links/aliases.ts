import { type RawBuilder, sql } from "kysely";
import { arrayOf } from "../../db/dialect/json.ts";
import type { Queryable } from "../../search/run.ts";
import { idsIn } from "../conditions/ids-in.ts";

const maxHops = 10;

/** The records into which others were merged, by the ids of those that are no more; a survivor may be merged in turn. */
export async function survivorsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const survivors = new Map<string, string>();
  let asked: ReadonlyMap<string, readonly string[]> = new Map(ids.map((id) => [id, [id]]));
  for (let hop = 0; hop < maxHops && asked.size > 0; hop += 1) {
    const rows = await db
      .selectFrom("merges")
      .select(["mergedId", "survivorId"])
      .where(sql<boolean>`merged_id in ${idsIn(arrayOf([...asked.keys()]))}`)
      .where("undoneAt", "is", null)
      .execute();
    const next = new Map<string, string[]>();
    for (const { mergedId, survivorId } of rows) {
      const origins = asked.get(mergedId) ?? [];
      for (const origin of origins) survivors.set(origin, survivorId);
      next.set(survivorId, [...(next.get(survivorId) ?? []), ...origins]);
    }
    asked = next;
  }
  return survivors;
}

/** The SQL of a record's own id and of those of all that were merged into it, directly or by way of others. */
export function idsMergedInto(id: string): RawBuilder<string> {
  return sql`(with recursive merged (id) as (
    select ${id} union select m.merged_id from merges as m join merged on m.survivor_id = merged.id
      where m.undone_at is null
  ) select id from merged)`;
}
