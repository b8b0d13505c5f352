import type { z } from "zod";
import { type AskedItem, lastDayOf } from "../../../contract/customer-questions/customer-questions.ts";
import type * as contract from "../../../contract/customer-questions/customer-questions-input.ts";
import { mailTexts } from "../../../contract/mail/mail-texts.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { queueMail } from "../../mail/queue.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import type { Vault } from "../../vault.ts";
import { findOpenItem, findWaitingQuestion } from "./items.ts";
import { assertAskable, readRecipient } from "./recipients.ts";

/** Days after its last day for which a link still shows the state. */
const shownDays = 14;

/** Asks a contact of a customer by mail what becomes of things whose decision is open. */
export async function ask(ctx: PersonContext, input: z.output<typeof contract.askCustomer>): Promise<{ id: string }> {
  const { customerId } = input;
  return transact(ctx, async (tx) => {
    await assertAskable(tx, customerId);
    const { email, name } = await readRecipient(tx, customerId, input.contactId);
    const items = await readItems(tx, customerId, input.items);
    const days = items.map(lastDayOf).sort();
    const [answerBy = "", expires = ""] = [days[0], days.at(-1)];
    const [id, token] = [newId(), newToken()];
    await tx.db
      .insertInto("customerQuestions")
      .values({
        id,
        tokenHash: hashToken(token),
        reminderTokenHash: null,
        customerId,
        contactId: input.contactId,
        name,
        email,
        askedById: ctx.person.id,
        createdAt: tx.now().toISOString(),
        answerBy,
        expiresOn: addDays(expires, shownDays),
        remindedAt: null,
        withdrawnAt: null,
        answeredAt: null,
        answeredName: null,
        answeredIp: null,
      })
      .execute();
    await tx.db
      .insertInto("customerQuestionItems")
      .values(
        items.map(({ type, id: targetId, ...item }) => ({
          questionId: id,
          targetType: type,
          targetId,
          decision: null,
          ...item,
        })),
      )
      .execute();
    await mailQuestion(tx, ctx.vault, {
      kind: "customerQuestion",
      name,
      email,
      token,
      items,
      answerBy,
      person: ctx.person.name,
    });
    await tx.record({
      kind: "customer.asked",
      subject: { type: "customer", id: customerId },
      after: { items: items.map(({ title }) => title) },
    });
    return { id };
  });
}

/** Takes a question back that nobody has answered; its link leads nowhere from then on. */
export async function withdraw(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const withdrawn = await tx.db
      .updateTable("customerQuestions")
      .set({ withdrawnAt: tx.now().toISOString() })
      .where("id", "=", id)
      .where("answeredAt", "is", null)
      .where("withdrawnAt", "is", null)
      .returning("customerId")
      .executeTakeFirst();
    if (!withdrawn) {
      const known = await tx.db.selectFrom("customerQuestions").select("id").where("id", "=", id).executeTakeFirst();
      if (!known) throw notFound();
      throw new Problem("conflict", { message: "Diese Frage ist schon beantwortet oder zurückgezogen." });
    }
    await tx.record({
      kind: "customer.question-withdrawn",
      subject: { type: "customer", id: withdrawn.customerId },
    });
    return { id };
  });
}

async function readItems(
  tx: Tx,
  customerId: string,
  asked: z.output<typeof contract.askCustomer>["items"],
): Promise<AskedItem[]> {
  const today = portalDate(tx.now());
  const items: AskedItem[] = [];
  for (const { type, id } of asked) {
    const item = await findOpenItem(tx, customerId, { type, id });
    if (!item)
      throw new Problem("precondition", {
        message: "Davon ist etwas schon entschieden, hat kein Datum oder gehört nicht zu diesem Kunden.",
      });
    const waiting = await findWaitingQuestion(tx.db, { type, id }, today);
    if (waiting) throw new Problem("conflict", { message: `Zu „${item.title}“ wartet schon eine Frage auf Antwort.` });
    items.push(item);
  }
  return items;
}

interface QuestionMail {
  kind: "customerQuestion" | "customerReminder";
  name: string;
  email: string;
  token: string;
  answerBy: string;
  person?: string;
  items: readonly Pick<AskedItem, "title" | "dueOn" | "cancelBy">[];
}

/** Mails the link with what it is about; the words are those of the mail texts. */
export async function mailQuestion(
  tx: Tx,
  vault: Vault,
  { kind, name, email, token, answerBy, person = "", items }: QuestionMail,
): Promise<void> {
  const words = { Name: name, Person: person, Termin: formatCalendarDate(answerBy) };
  await queueMail(tx, {
    to: { email, name },
    kind: "question",
    isConfidential: true,
    vault,
    ...(await mailMessages(tx.db, kind, words)),
    sections: [
      {
        title: "Darum geht es",
        items: items.map(({ title, dueOn, cancelBy }) => ({
          title,
          path: null,
          at: formatCalendarDate(dueOn),
          text: cancelBy ? `Kündbar bis ${formatCalendarDate(cancelBy)}` : "",
        })),
      },
    ],
    action: { label: mailTexts[kind].action, path: `/ask/${token}` },
  });
}
