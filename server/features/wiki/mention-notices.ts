import type { MentionKey } from "../../../contract/document/mentions.ts";
import type { Role } from "../../../contract/roles.ts";
import type { Tx } from "../../db/transact.ts";
import { escapeHtml } from "../../document/html.ts";
import { isReadable } from "../../records/readable.ts";

/** Tells people, once for each page, that it mentions them; nobody hears of a page that is not for them. */
export async function tellMentioned(
  tx: Tx,
  page: { id: string; title: string },
  mentions: readonly MentionKey[],
  editorIds: readonly string[],
): Promise<void> {
  const ids = mentions.flatMap(({ kind, id }) => (kind === "user" && !editorIds.includes(id) ? [id] : []));
  const [editorId] = editorIds;
  if (ids.length === 0 || editorId === undefined) return;
  const editor = await tx.db.selectFrom("users").select("name").where("id", "=", editorId).executeTakeFirst();
  const told = tx.db.selectFrom("pageMentionsTold").select("userId").where("pageId", "=", page.id);
  const people = await tx.db
    .selectFrom("users")
    .select(["id", "role"])
    .where("id", "in", ids)
    .where("id", "not in", told)
    .where("deactivatedAt", "is", null)
    .execute();
  for (const { id, role } of people) {
    if (!(await isReadable(tx.db, { type: "page", id: page.id }, { id, role: role as Role }))) continue;
    await tx.db.insertInto("pageMentionsTold").values({ pageId: page.id, userId: id }).execute();
    const sentence = `${editor?.name ?? "Jemand"} hat dich in „${page.title}“ erwähnt.`;
    const title = sentence.length > 140 ? `${sentence.slice(0, 139)}…` : sentence;
    const link = `/wiki/${page.id}`;
    const message = escapeHtml(sentence);
    await tx.notify({ forUserId: id, title, message, category: "wiki", link, asksForAction: true });
  }
}
