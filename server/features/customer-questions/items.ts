import {
  type AskedItem,
  type AskedType,
  askedTypes,
  lastDayOf,
} from "../../../contract/customer-questions/customer-questions.ts";
import { decisionOf } from "../../../contract/terms/record-term.ts";
import { periodOf } from "../../../contract/terms/term.ts";
import { termFieldsOf } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { storeOf } from "../../records/registry.ts";
import { findRunning } from "../terms/running.ts";

interface Target {
  type: AskedType;
  id: string;
}
type Reading = { db: Db; now(): Date };

/** What of a customer's is still to be decided, as they would be asked about it; undefined for anything else. */
export async function findOpenItem(ctx: Reading, customerId: string, target: Target): Promise<AskedItem | undefined> {
  const { type, id } = target;
  const running = await findRunning(ctx, target);
  if (!running?.term || running.stored.archivedAt || running.stored.values.customerId !== customerId) return undefined;
  const { stored, term } = running;
  const fields = termFieldsOf(type);
  const { status } = fields;
  if (decisionOf(fields, stored.values) !== "open" || (status && stored.values[status.name] === status.ended))
    return undefined;
  const { to, cancelBy } = periodOf(term.rule, term.state.asks);
  const item = { type, id, title: stored.title, dueOn: to, cancelBy };
  return lastDayOf(item) >= portalDate(ctx.now()) ? item : undefined;
}

const maxRead = 500;

/** Everything that a customer can be asked about today and was not yet, the most urgent first. */
export async function listOpenItems(ctx: Reading, customerId: string): Promise<AskedItem[]> {
  const found: AskedItem[] = [];
  const today = portalDate(ctx.now());
  for (const type of askedTypes) {
    const rows = await ctx.db
      .selectFrom(storeOf(type).table as "domains")
      .select("id")
      .where("customerId", "=", customerId)
      .where("archivedAt", "is", null)
      .orderBy("sortTitle")
      .limit(maxRead)
      .execute();
    for (const { id } of rows) {
      const item = await findOpenItem(ctx, customerId, { type, id });
      if (item && !(await findWaitingQuestion(ctx.db, { type, id }, today))) found.push(item);
    }
  }
  return found.sort((one, other) => lastDayOf(one).localeCompare(lastDayOf(other)));
}

/** The title under which something is waiting for a customer's answer already; undefined where nobody was asked. */
export async function findWaitingQuestion(
  db: Db,
  { type, id }: Target,
  today: string,
): Promise<{ title: string } | undefined> {
  return db
    .selectFrom("customerQuestionItems as i")
    .innerJoin("customerQuestions as q", "q.id", "i.questionId")
    .select("i.title")
    .where("i.targetType", "=", type)
    .where("i.targetId", "=", id)
    .where("q.answeredAt", "is", null)
    .where("q.withdrawnAt", "is", null)
    .where((eb) => eb(eb.fn.coalesce("i.cancelBy", "i.dueOn"), ">=", today))
    .executeTakeFirst();
}
