import type { CustomerQuestion, QuestionState } from "../../../contract/customer-questions/customer-questions.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { CustomerQuestionTable } from "../../db/tables/customer-questions.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";

const maxShown = 50;

/** What a customer was asked, the last first, with what came back. */
export async function listQuestionsOf(
  { db, now, person }: PersonContext,
  { customerId }: { customerId: string },
): Promise<CustomerQuestion[]> {
  const questions = await db
    .selectFrom("customerQuestions as q")
    .leftJoin("users as u", "u.id", "q.askedById")
    .selectAll("q")
    .select("u.name as askedBy")
    .where("q.customerId", "=", customerId)
    .orderBy("q.createdAt", "desc")
    .orderBy("q.id", "desc")
    .limit(maxShown)
    .execute();
  if (questions.length === 0) return [];
  const items = await db
    .selectFrom("customerQuestionItems")
    .selectAll()
    .where(
      "questionId",
      "in",
      questions.map(({ id }) => id),
    )
    .orderBy("dueOn")
    .orderBy("title")
    .execute();
  const today = portalDate(now());
  const seesAddress = hasAbility(person.role, "seeHolders");
  return questions.map((row) => ({
    id: row.id,
    state: stateOf(row, today),
    to: { name: row.name, email: row.email },
    askedBy: row.askedBy,
    createdAt: new Date(row.createdAt),
    answerBy: row.answerBy,
    remindedAt: toDate(row.remindedAt),
    answered: row.answeredAt
      ? { name: row.answeredName ?? "", at: new Date(row.answeredAt), ip: seesAddress ? row.answeredIp : null }
      : null,
    items: items
      .filter(({ questionId }) => questionId === row.id)
      .map(({ targetType, targetId, title, dueOn, cancelBy, decision }) => ({
        type: targetType,
        id: targetId,
        title,
        dueOn,
        cancelBy,
        decision,
      })),
  }));
}

function stateOf(row: CustomerQuestionTable, today: string): QuestionState {
  if (row.answeredAt) return "answered";
  if (row.withdrawnAt) return "withdrawn";
  return row.expiresOn < today ? "expired" : "open";
}
