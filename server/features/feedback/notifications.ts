import { escapeHtml } from "../../../contract/document/html.ts";
import { type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/statuses.ts";
import { abilities } from "../../../contract/roles.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import type { RecordContext } from "../../records/record-context.ts";

interface Entry {
  id: string;
  title: string;
}

/** Those who manage feedback and are still with the team. */
export async function listManagers(tx: Tx): Promise<string[]> {
  const rows = await activeUsers(tx.db)
    .select("id")
    .where("role", "in", [...abilities.manageFeedback])
    .where("joinedAt", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Everybody to whom an entry matters: its author, voters and followers. */
export async function listSupporters(
  tx: Tx,
  { id, authorId }: { id: string; authorId: string | null },
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom("feedbackVotes")
    .select("userId")
    .where("feedbackId", "=", id)
    .union(tx.db.selectFrom("feedbackFollowers").select("userId").where("feedbackId", "=", id))
    .execute();
  return [...new Set([...(authorId ? [authorId] : []), ...rows.map(({ userId }) => userId)])];
}

/** Tells those who manage feedback of a new entry, except its author. */
export async function notifyOfNew(tx: Tx, { person }: RecordContext, { id, title }: Entry): Promise<void> {
  if (tx.isRehearsal) return;
  for (const forUserId of await listManagers(tx)) {
    if (forUserId === person.id) continue;
    tx.signal({ event: "newFeedback", payload: { feedback: { id, title } }, toUserId: forUserId });
    await notify(tx, {
      forUserId,
      title: `Neues Feedback: ${title}`,
      message: `<b>${escapeHtml(person.name)}</b> hat ${escapeHtml(quoted(title))} eingereicht.`,
      category: "feedback",
      link: `/feedback/${id}`,
    });
  }
  await announceToTeam(tx, {
    topicKey: `feedback:${id}`,
    state: "once",
    category: "feedback",
    severity: "info",
    title: `Neues Feedback: ${title}`,
    text: `${person.name} hat es eingereicht.`,
    link: `/feedback/${id}`,
    customerIds: [],
    toldUserIds: [person.id, ...(await listManagers(tx))],
  });
}

interface TransitionNotice extends Entry {
  number: string;
  status: FeedbackStatus;
  answer: string | null;
  reason: string | null;
}

/** Tells people of a step in the workflow; what is done is announced to them at once. */
export async function notifyOfTransition(
  tx: Tx,
  { person }: RecordContext,
  { id, number, title, status, answer, reason }: TransitionNotice,
  people: readonly string[],
): Promise<void> {
  const words = answer ?? reason;
  const message = `<b>${escapeHtml(person.name)}</b> hat ${escapeHtml(quoted(title))} auf „${feedbackStatuses[status]}“ gesetzt.`;
  for (const forUserId of people) {
    if (forUserId === person.id) continue;
    if (status === "done")
      tx.signal({ event: "feedbackDone", payload: { feedback: { id, title } }, toUserId: forUserId });
    await notify(tx, {
      forUserId,
      title: `${number}: ${feedbackStatuses[status]}`,
      message: words ? `${message}<br>${excerptHtml(words)}` : message,
      category: "feedback",
      link: `/feedback/${id}`,
      // Steps in quick succession become one; what is done stands alone, with its answer.
      ...(status !== "done" && { groupKey: `feedback:${id}` }),
    });
  }
}

interface CommentNotice extends Entry {
  number: string;
  body: string;
  internal: boolean;
}

/** Tells the mentioned and those who follow of a comment. What is internal is only hinted at: a role may be taken away. */
export async function notifyOfComment(
  tx: Tx,
  { person }: RecordContext,
  { id, number, title, body, internal }: CommentNotice,
  { mentioned, others }: { mentioned: readonly string[]; others: readonly string[] },
): Promise<void> {
  const text = internal ? "" : `<br>${excerptHtml(body)}`;
  const author = `<b>${escapeHtml(person.name)}</b>`;
  const about = escapeHtml(quoted(title));
  for (const forUserId of new Set([...mentioned, ...others])) {
    if (forUserId === person.id) continue;
    const isMentioned = mentioned.includes(forUserId);
    const deed = isMentioned ? `hat dich in ${about} erwähnt` : `hat ${about} kommentiert`;
    await notify(tx, {
      forUserId,
      title: isMentioned ? `${person.name} hat dich in ${number} erwähnt` : `Neuer Kommentar zu ${number}`,
      message: `${author} ${deed}${internal ? " (nur Betreuer)" : ""}.${text}`,
      category: "feedback",
      link: `/feedback/${id}`,
      ...(!isMentioned && { groupKey: `feedback-comment:${id}` }),
      // Whoever stands in need not be one of those for whom the internal is.
      ...(isMentioned && !internal && { asksForAction: true }),
    });
  }
}

const maxQuoteLength = 400;

function excerptHtml(text: string): string {
  const shown = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)} …` : text;
  return escapeHtml(shown).replaceAll("\n", "<br>");
}
