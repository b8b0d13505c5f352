import type { z } from "zod";
import type * as contract from "../../../contract/feedback/feedback-input.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { forbidden, invalidField, notFound } from "../../problem.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readActiveEntry } from "./commands.ts";
import { listManagers, listSupporters, notifyOfComment } from "./notifications.ts";
import { canDeleteComment, canEditComment, canManage, canSeeComment } from "./policy.ts";
import { follow, recordActivity, signalUpdate } from "./support.ts";

/**
 * Says something about an entry; who does so in public follows it from then on. Sent again under the same `creationId`
 * it is said once.
 */
export async function addComment(
  ctx: RecordContext,
  { id: feedbackId, body, internal, mentions, creationId }: z.output<typeof contract.addComment>,
): Promise<{ id: string }> {
  if (internal && !canManage(ctx.person)) throw forbidden("Nur Betreuer: Dafür fehlt dir die Berechtigung.");
  return transact(ctx, async (tx) => {
    const known = creationId && (await findCreatedId(tx, ctx, { type: "feedbackComment", creationId }));
    if (known) return { id: known };
    const entry = await readActiveEntry(tx, feedbackId);
    const mentioned = await readMentions(tx, body, mentions);
    const id = newId();
    if (creationId) await noteCreation(tx, ctx, { type: "feedbackComment", creationId, id });
    await tx.db
      .insertInto("feedbackComments")
      .values({
        id,
        feedbackId,
        authorId: ctx.person.id,
        body,
        internal: internal ? 1 : 0,
        mentionsJson: JSON.stringify(mentioned),
        createdAt: ctx.now().toISOString(),
        editedAt: null,
      })
      .execute();
    if (!internal) {
      await follow(tx, ctx, feedbackId, ctx.person.id);
      await recordActivity(tx, ctx, feedbackId);
    }
    const others = [...(await listSupporters(tx, entry)), ...(entry.assigneeId ? [entry.assigneeId] : [])];
    await notifyReaders(tx, ctx, { ...entry, body, internal }, { mentioned, others });
    signalCommentUpdate(tx, feedbackId, internal);
    return { id };
  });
}

/** Changes one's own comment; only those who are mentioned for the first time are told. */
export async function editComment(
  ctx: RecordContext,
  { id, body, mentions }: z.output<typeof contract.editComment>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const comment = await readComment(tx, ctx, id);
    if (!canEditComment(ctx.person, comment)) throw forbidden("Ändern kannst du nur deine eigenen Kommentare.");
    const entry = await readActiveEntry(tx, comment.feedbackId);
    const mentioned = await readMentions(tx, body, mentions);
    await tx.db
      .updateTable("feedbackComments")
      .set({ body, mentionsJson: JSON.stringify(mentioned), editedAt: ctx.now().toISOString() })
      .where("id", "=", id)
      .execute();
    const known: string[] = JSON.parse(comment.mentionsJson);
    const internal = comment.internal === 1;
    const added = mentioned.filter((each) => !known.includes(each));
    await notifyReaders(tx, ctx, { ...entry, body, internal }, { mentioned: added, others: [] });
    signalCommentUpdate(tx, comment.feedbackId, internal);
    return { id };
  });
}

export async function deleteComment(ctx: RecordContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const comment = await readComment(tx, ctx, id);
    if (!canDeleteComment(ctx.person, comment)) throw forbidden("Löschen kannst du nur deine eigenen Kommentare.");
    await readActiveEntry(tx, comment.feedbackId);
    await tx.db.deleteFrom("feedbackComments").where("id", "=", id).execute();
    signalCommentUpdate(tx, comment.feedbackId, comment.internal === 1);
    return { id };
  });
}

/** What the person may not see does not exist for them. */
async function readComment(tx: Tx, { person }: RecordContext, id: string) {
  const comment = await tx.db
    .selectFrom("feedbackComments")
    .select(["feedbackId", "authorId", "internal", "mentionsJson"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!comment || !canSeeComment(person, comment)) throw notFound();
  return comment;
}

/** The people of the team whom the text names, of those whom the writer picked. */
async function readMentions(tx: Tx, body: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const people = await tx.db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  if (people.length < new Set(ids).size) throw invalidField("mentions", "Kommentar: Diese Person gibt es nicht.");
  return people.filter(({ name }) => body.includes(`@${name}`)).map(({ id }) => id);
}

async function notifyReaders(
  tx: Tx,
  ctx: RecordContext,
  notice: Parameters<typeof notifyOfComment>[2],
  { mentioned, others }: Parameters<typeof notifyOfComment>[3],
): Promise<void> {
  const allowed = notice.internal ? await listManagers(tx) : undefined;
  const mayKnow = (id: string) => allowed?.includes(id) ?? true;
  await notifyOfComment(tx, ctx, notice, { mentioned: mentioned.filter(mayKnow), others: others.filter(mayKnow) });
}

function signalCommentUpdate(tx: Tx, id: string, internal: boolean): void {
  if (internal) tx.signal({ event: "feedbackNoted", payload: { feedback: { id } } });
  else signalUpdate(tx, id);
}
