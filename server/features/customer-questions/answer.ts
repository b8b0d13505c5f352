import {
  type AskedType,
  answerLabels,
  lastDayOf,
  type PublicItem,
  type PublicQuestion,
} from "../../../contract/customer-questions/customer-questions.ts";
import { answerQuestion } from "../../../contract/customer-questions/customer-questions-input.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { hashToken } from "../../auth/tokens.ts";
import { activeUsers, fallbackAmong } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import { silentContext, systemContext, type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField, notFound } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import { decideIn } from "../terms/commands.ts";
import { findOpenItem } from "./items.ts";

type Answering = Pick<Services, "db" | "now" | "live">;
type Reading = { db: Db; now(): Date };

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The questions that a link may still show; whatever is wrong with a link, nothing tells what. */
function openUnder({ db, now }: Reading, token: string) {
  const hash = hashToken(tokenForm.test(token) ? token : "");
  return db
    .selectFrom("customerQuestions")
    .selectAll()
    .where((eb) => eb.or([eb("tokenHash", "=", hash), eb("reminderTokenHash", "=", hash)]))
    .where("answeredAt", "is", null)
    .where("withdrawnAt", "is", null)
    .where("expiresOn", ">=", portalDate(now()));
}

/** What the page of a link shows; undefined for links that are unknown, used, withdrawn or expired. Changes nothing. */
export async function findQuestion(ctx: Reading, token: string): Promise<PublicQuestion | undefined> {
  const question = await openUnder(ctx, token).executeTakeFirst();
  if (!question) return undefined;
  const items = await readPublicItems(ctx, question);
  return { items: items.map(({ target: _target, ...item }) => item) };
}

type Item = PublicItem & { target: { type: AskedType; id: string } };

/** Each still counts while its day has not passed and the team has not decided about that very period. */
async function readPublicItems(ctx: Reading, question: { id: string; customerId: string }): Promise<Item[]> {
  const rows = await ctx.db
    .selectFrom("customerQuestionItems")
    .selectAll()
    .where("questionId", "=", question.id)
    .orderBy("dueOn")
    .orderBy("title")
    .orderBy("targetId")
    .execute();
  const today = portalDate(ctx.now());
  const items: Item[] = [];
  for (const [index, { targetType, targetId, title, dueOn, cancelBy }] of rows.entries()) {
    const target = { type: targetType, id: targetId };
    const now = lastDayOf({ dueOn, cancelBy }) >= today && (await findOpenItem(ctx, question.customerId, target));
    items.push({ key: `d${index}`, title, dueOn, cancelBy, isOpen: now !== false && now?.dueOn === dueOn, target });
  }
  return items;
}

/**
 * Takes a customer's answer: each becomes the decision about its period, with their name, and whoever asked is told, or who looks after the customer by then.
 * Once, whole or not at all. Throws not_found for every link that has nothing to decide.
 */
export async function answer(
  services: Answering,
  { token, ip, form }: { token: string; ip: string | undefined; form: unknown },
): Promise<void> {
  const parsed = answerQuestion.safeParse(form);
  await transact(systemContext(services), async (tx) => {
    const question = await openUnder(tx, token).executeTakeFirst();
    if (!question) throw notFound();
    const open = (await readPublicItems(tx, question)).filter(({ isOpen }) => isOpen);
    if (open.length === 0) throw notFound();
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw invalidField(String(issue?.path[0] ?? "name"), issue?.message ?? "Bitte prüfen Sie Ihre Antwort.");
    }
    const { name, decisions } = parsed.data;
    const missing = open.find(({ key }) => !decisions[key]);
    if (missing) throw invalidField(missing.key, `${missing.title}: Bitte wählen Sie „Behalten“ oder „Kündigen“.`);
    const taken = await tx.db
      .updateTable("customerQuestions")
      .set({ answeredAt: tx.now().toISOString(), answeredName: name, answeredIp: ip ?? null })
      .where("id", "=", question.id)
      .where("answeredAt", "is", null)
      .where("withdrawnAt", "is", null)
      .executeTakeFirst();
    if (taken.numUpdatedRows !== 1n) throw notFound();
    // The record says who of the team stands for it; the term and the history say that the customer decided.
    const ctx = {
      ...silentContext({ db: services.db, now: tx.now }),
      person: { id: question.askedById, name, role: "maintainer" as const },
    };
    const told: string[] = [];
    for (const { key, target, title } of open) {
      const decision = decisions[key];
      if (!decision) continue;
      const reason = `Antwort auf „Kunden fragen“ an ${question.email}`;
      await decideIn(tx, ctx, { ...target, decision, reason, byName: name });
      await tx.db
        .updateTable("customerQuestionItems")
        .set({ decision })
        .where("questionId", "=", question.id)
        .where("targetType", "=", target.type)
        .where("targetId", "=", target.id)
        .execute();
      told.push(`<b>${escapeHtml(title)}</b>: ${answerLabels[decision]}`);
    }
    await tx.record({
      kind: "customer.answered",
      subject: { type: "customer", id: question.customerId },
      after: { items: open.map(({ title }) => title) },
    });
    await tellTeam(tx, question, name, told);
  });
}

async function tellTeam(
  tx: Tx,
  { customerId, askedById }: { customerId: string; askedById: string },
  name: string,
  told: readonly string[],
): Promise<void> {
  for (const forUserId of await toldOf(tx, { customerId, askedById }))
    await notify(tx, {
      forUserId,
      title: `${name} hat auf ${forUserId === askedById ? "deine" : "unsere"} Frage geantwortet`,
      message: told.join("<br>"),
      category: "deadline",
      link: `/customers/${customerId}`,
      actorId: null,
      asksForAction: true,
    });
}

/** Whoever asked, while they are here; else who is responsible for the customer, else who looks after what is nobody's. */
async function toldOf(
  tx: Tx,
  { customerId, askedById }: { customerId: string; askedById: string },
): Promise<readonly string[]> {
  const people = await activeUsers(tx.db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
  const { responsibleUserId } = await tx.db
    .selectFrom("customers")
    .select("responsibleUserId")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const one = [askedById, responsibleUserId].find((id) => people.some((person) => person.id === id));
  return one ? [one] : fallbackAmong(people).map(({ id }) => id);
}
