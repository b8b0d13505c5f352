import { sql } from "kysely";
import { feedback as declaration, isDescribed } from "../../../contract/feedback/feedback.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import type { BodyOf } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { daysBetween } from "../../db/dialect/dates.ts";
import { forbidden, invalidField } from "../../problem.ts";
import { nextNumber } from "../../records/conditions/number-range.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { RecordStore, Values } from "../../records/store.ts";
import { refuseFiles } from "./files.ts";
import { notifyOfNew } from "./notifications.ts";
import { canEditEntry, canManage } from "./policy.ts";
import { follow, recordActivity, vote } from "./support.ts";

const planning = ["priority", "assigneeId", "dueAt", "effort"] as const;

export const feedback: RecordStore<BodyOf<typeof declaration.fields>> = {
  declaration,
  table: "feedback",
  deadlines: { responsibleUserId: sql`record.assignee_id` },
  derived: {
    votes: () => sql`select count(*) from feedback_votes where feedback_id = record.id`,
    // What maintainers note among themselves counts for nobody: the number would tell of it.
    comments: () => sql`select count(*) from feedback_comments where feedback_id = record.id and internal = 0`,
    createdOn: () => sql`substr(record.created_at, 1, 10)`,
    // Every silent week takes the weight of one vote.
    weight: (today) => sql`(select count(*) from feedback_votes where feedback_id = record.id)
      - cast(trunc(${daysBetween(sql`coalesce(record.last_activity_at, record.created_at)`, today)} / 7) as integer)`,
    followers: () => sql`null`,
  },
  members: { followers: { table: "feedbackFollowers", own: "feedbackId", other: "userId" } },
  async complete(tx, ctx, values, before) {
    if (before) refuseForeign(ctx, before.values);
    refusePlanning(ctx, values, before?.values ?? {});
    const described = { ...values, description: isDescribed(values.description) ? (values.description ?? null) : null };
    if (before) return described;
    return {
      ...described,
      number: await nextNumber(tx, "feedback"),
      status: "new",
      authorId: ctx.person.id,
      lastActivityAt: portalDate(ctx.now()),
    };
  },
  async afterCreate(tx, ctx, { id, title }) {
    await vote(tx, ctx, id, ctx.person.id);
    await follow(tx, ctx, id, ctx.person.id);
    await notifyOfNew(tx, ctx, { id, title });
  },
  beforeFiles: refuseFiles,
  afterUpdate: (tx, ctx, { id }) => recordActivity(tx, ctx, id),
};

function refuseForeign({ person }: RecordContext, { status, authorId }: BodyOf<typeof declaration.fields>): void {
  const entry = { status: requireValue(status), authorId: authorId ?? null };
  if (canEditEntry(person, entry)) return;
  throw forbidden(
    entry.authorId === person.id
      ? "Dein Feedback ist schon eingeplant; ändern können es jetzt nur Betreuer."
      : "Ändern können das nur der Autor und Betreuer.",
  );
}

function refusePlanning({ person }: RecordContext, values: Values, before: Values): void {
  if (canManage(person)) return;
  const name = planning.find((each) => (values[each] ?? null) !== (before[each] ?? null));
  if (name) throw invalidField(`body.${name}`, `${declaration.fields[name].label}: Das planen Betreuer.`);
}
