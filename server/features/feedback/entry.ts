import { sql } from "kysely";
import type { FeedbackComment, FeedbackEntry } from "../../../contract/feedback/feedback-entry.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { notesHtml } from "../../records/notes-html.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { canDeleteComment, canEditComment, canEditEntry, canManage, canWithdraw } from "./policy.ts";
import { votedOf } from "./queries.ts";
import { toHint } from "./similar.ts";

/** What the page of an entry shows beside its fields, as the person may see it. Throws not_found. */
export async function readEntryPage(ctx: RecordContext, { id }: { id: string }): Promise<FeedbackEntry> {
  const { db, person } = ctx;
  const entry = await db
    .selectFrom("feedback")
    .leftJoin("feedbackContexts", "feedbackContexts.feedbackId", "feedback.id")
    .select(["status", "authorId", "description", "answer", "reason", "contextJson", "archivedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!entry) throw notFound();
  const [voters, followers] = [await members(ctx, "feedbackVotes", id), await members(ctx, "feedbackFollowers", id)];
  const isActive = entry.archivedAt === null;
  return {
    descriptionHtml: htmlOf(entry.description),
    answerHtml: htmlOf(entry.answer),
    reasonHtml: htmlOf(entry.reason),
    context: entry.contextJson ? JSON.parse(entry.contextJson) : null,
    voters,
    followers,
    duplicates: await duplicatesOf(ctx, id),
    comments: await listComments(ctx, id),
    can: {
      edit: isActive && canEditEntry(person, entry),
      manage: isActive && canManage(person),
      withdraw:
        isActive &&
        canWithdraw(
          person,
          entry,
          voters.map((voter) => voter.id),
        ),
    },
  };
}

const htmlOf = (text: string | null) => (text ? notesHtml(text) : null);

async function members(
  { db }: RecordContext,
  table: "feedbackVotes" | "feedbackFollowers",
  id: string,
): Promise<Ref[]> {
  const rows = await db
    .selectFrom(`${table} as member`)
    .innerJoin("users", "users.id", "member.userId")
    .select(["users.id", "users.name", "users.imageKey"])
    .where("member.feedbackId", "=", id)
    .orderBy("member.createdAt")
    .orderBy("users.name")
    .execute();
  return rows.map(({ id, name, imageKey }) => toRef(id, name, imageKey));
}

const toRef = (id: string, label: string, image: string | null): Ref => ({ id, label, ...(image && { image }) });

async function duplicatesOf(ctx: RecordContext, id: string) {
  const rows = await ctx.db
    .selectFrom("feedback")
    .select(["id", "number", "title", "status", sql<number>`0`.as("votes")])
    .where("duplicateOfId", "=", id)
    .where("status", "=", "duplicate")
    .where("archivedAt", "is", null)
    .orderBy("createdAt")
    .limit(50)
    .execute();
  const voted = await votedOf(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toHint(row, voted));
}

async function listComments({ db, person }: RecordContext, feedbackId: string): Promise<FeedbackComment[]> {
  let query = db
    .selectFrom("feedbackComments as comment")
    .leftJoin("users", "users.id", "comment.authorId")
    .select(["comment.id", "comment.body", "comment.internal", "comment.mentionsJson", "comment.createdAt"])
    .select(["comment.editedAt", "comment.authorId", "users.name", "users.imageKey"])
    .where("comment.feedbackId", "=", feedbackId)
    .orderBy("comment.createdAt")
    .orderBy("comment.id");
  if (!canManage(person)) query = query.where("comment.internal", "=", 0);
  const rows = await query.execute();
  const named = await namesOf(
    db,
    rows.flatMap(({ mentionsJson }) => parseOwnJson<string[]>(mentionsJson)),
  );
  return rows.map((row) => {
    const mentions = parseOwnJson<string[]>(row.mentionsJson).flatMap((id) => {
      const label = named.get(id);
      return label === undefined ? [] : [{ id, label }];
    });
    const canEdit = canEditComment(person, row);
    return {
      id: row.id,
      author: row.authorId && row.name !== null ? toRef(row.authorId, row.name, row.imageKey) : null,
      html: commentHtml(row.body, mentions, person.id),
      body: canEdit ? row.body : "",
      mentions,
      internal: row.internal === 1,
      createdAt: new Date(row.createdAt),
      editedAt: toDate(row.editedAt),
      can: { edit: canEdit, delete: canDeleteComment(person, row) },
    };
  });
}

async function namesOf(db: RecordContext["db"], ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What somebody wrote as safe HTML, with the mentioned set off; `mark` is the reader, who finds themself at a glance. */
function commentHtml(body: string, mentions: readonly Ref[], reader: string): string {
  const html = notesHtml(body);
  if (mentions.length === 0) return html;
  // The longest first, so that „@Jana Petersen“ is not taken for „@Jana“.
  const byLength = [...mentions].sort((one, other) => other.label.length - one.label.length);
  const names = new Map(byLength.map(({ id, label }) => [`@${escaped(label)}`, id]));
  const anyName = new RegExp(
    [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"),
    "g",
  );
  const marked = (text: string) =>
    text.replace(anyName, (name) =>
      names.get(name) === reader ? `<strong><em>${name}</em></strong>` : `<strong>${name}</strong>`,
    );
  // Only what stands between tags is text.
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith("<") ? part : marked(part)))
    .join("");
}

/** As the sanitiser writes text. */
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
