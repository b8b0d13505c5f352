import { sql } from "kysely";
import type { Settings } from "../../../contract/settings/sections.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { eachString } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import { peopleConcerned } from "../../records/people-concerned.ts";
import { readSettings } from "../../settings/read-settings.ts";

type TagRules = Settings<"technologies">["tags"];

/** Refuses tags that do not exist: nobody would notice that nothing happens. */
export async function assertTagsExist(tx: Tx, rules: TagRules): Promise<void> {
  const known = await readTags(tx);
  const unknown = rules.find(({ tag }) => !known.has(foldText(tag)));
  if (unknown) throw invalidField("values.tags", `Tags: Einen Tag „${unknown.tag}“ gibt es nicht.`);
}

/**
 * Gives a website the tags of technologies that it has from now on. Whoever takes such a tag away has decided: it comes
 * back only when the technology was gone and is found again.
 */
export async function tagWebsite(tx: Tx, id: string, appeared: readonly string[]): Promise<boolean> {
  if (appeared.length === 0) return false;
  const { tags: rules } = await readSettings(tx.db, "technologies");
  const names = new Set(appeared.map((name) => name.toLowerCase()));
  const wanted = rules.filter(({ technology }) => names.has(technology.toLowerCase()));
  if (wanted.length === 0) return false;
  const known = await readTags(tx);
  const tagIds = [...new Set(wanted.flatMap(({ tag }) => known.get(foldText(tag)) ?? []))];
  if (tagIds.length === 0) return false;
  const added = await tx.db
    .insertInto("recordTags")
    .values(tagIds.map((tagId) => ({ recordType: "website" as const, recordId: id, tagId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("tagId")
    .execute();
  if (added.length === 0) return false;
  const { title, responsibleUserId } = await tx.db
    .selectFrom("websites")
    .select(["title", "responsibleUserId"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const payload = { website: { id, name: title } };
  for (const toUserId of await peopleConcerned(tx, { type: "website", id, responsibleUserId }, ""))
    tx.signal({ event: "updateTags", payload, toUserId });
  return true;
}

/** Gives tags to websites on which the technology was found already, for rules that are new. */
export async function tagFoundWebsites(tx: Tx, rules: TagRules, before: TagRules): Promise<void> {
  const isNew = ({ technology, tag }: TagRules[number]) =>
    !before.some((known) => known.technology === technology && known.tag === tag);
  const known = await readTags(tx);
  const tagged = new Set<string>();
  for (const { technology, tag } of rules.filter(isNew)) {
    const { rows } = await sql<{ recordId: string }>`
      insert into record_tags (record_type, record_id, tag_id)
      select distinct 'website', w.id, ${known.get(foldText(tag))} from websites as w, ${eachString(sql`w.technologies`)} as t
      where w.archived_at is null and lower(t.value) = ${technology.toLowerCase()}
      on conflict do nothing returning record_id`.execute(tx.db);
    for (const { recordId } of rows) tagged.add(recordId);
  }
  const ids = [...tagged];
  for (const id of ids) tx.announce({ kind: "website.updated", subject: { type: "website", id } });
  for (let from = 0; from < ids.length; from += 100)
    tx.signal({
      event: "recordsChanged",
      payload: { records: { type: "website", ids: ids.slice(from, from + 100) } },
    });
}

async function readTags(tx: Tx): Promise<Map<string, string>> {
  const tags = await tx.db.selectFrom("tags").select(["id", "name"]).where("archivedAt", "is", null).execute();
  return new Map(tags.map(({ id, name }) => [foldText(name), id]));
}
