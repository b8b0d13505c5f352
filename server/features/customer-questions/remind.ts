import { lastDayOf, reminderLead } from "../../../contract/customer-questions/customer-questions.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { mailQuestion } from "./commands.ts";
import { findOpenItem } from "./items.ts";

/**
 * Reminds customers who have not answered a week before the first day that counts, once. The link is a second one,
 * because the first is nowhere stored; both work. What is asked within that week is not reminded of.
 */
export async function remindCustomers(services: Pick<Services, "db" | "now" | "live" | "vault" | "fence">) {
  const { db, now, vault } = services;
  const today = portalDate(now());
  const due = await db
    .selectFrom("customerQuestions")
    .select(["id", "createdAt", "answerBy"])
    .where("remindedAt", "is", null)
    .where("answeredAt", "is", null)
    .where("withdrawnAt", "is", null)
    .where("answerBy", ">=", today)
    .where("answerBy", "<=", addDays(today, reminderLead))
    .execute();
  for (const { id, createdAt, answerBy } of due) {
    if (portalDate(new Date(createdAt)) >= addDays(answerBy, -reminderLead)) continue;
    await transact(systemContext(services), async (tx) => {
      const token = newToken();
      const question = await tx.db
        .updateTable("customerQuestions")
        .set({ remindedAt: now().toISOString(), reminderTokenHash: hashToken(token) })
        .where("id", "=", id)
        .where("remindedAt", "is", null)
        .where("answeredAt", "is", null)
        .where("withdrawnAt", "is", null)
        .returning(["customerId", "name", "email"])
        .executeTakeFirst();
      if (!question) return;
      const rows = await tx.db.selectFrom("customerQuestionItems").selectAll().where("questionId", "=", id).execute();
      const items: typeof rows = [];
      for (const row of rows) {
        const isOpen = await findOpenItem(tx, question.customerId, { type: row.targetType, id: row.targetId });
        if (isOpen && lastDayOf(row) >= today) items.push(row);
      }
      if (items.length > 0)
        await mailQuestion(tx, vault, { kind: "customerReminder", ...question, token, items, answerBy });
    });
  }
}
