import { sql } from "kysely";
import { closedStatuses } from "../../../contract/feedback/statuses.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { addDays } from "../../../contract/time/portal-time.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type PersonTasks, reviewLeadDays } from "../../../contract/users/user-tasks.ts";
import { forbidden } from "../../problem.ts";
import { readableBy } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readableChats } from "../chats/access.ts";
import { readableTasks } from "../tasks/access.ts";
import { assertUserExists } from "./assert-user-exists.ts";

type Ctx = Pick<PersonContext, "db" | "person" | "now">;

const shownOfEach = 8;
const shownChats = 20;

/** What waits for a person, as far as the asking one may read it: for themself and for maintainers. */
export async function readTasks(ctx: Ctx, { id }: { id: string }): Promise<PersonTasks> {
  const isOwn = ctx.person.id === id;
  if (!isOwn && !hasAbility(ctx.person.role, "seeTasksOfPeople")) throw forbidden();
  await assertUserExists(ctx.db, id);
  const [tasks, reviews, feedback, devices, chats] = await Promise.all([
    readOpenTasks(ctx, id),
    readReviews(ctx, id),
    readFeedback(ctx, id),
    readDevices(ctx, id),
    isOwn ? readMentions(ctx) : null,
  ]);
  return { tasks, reviews, feedback, devices, chats };
}

const countAll = sql<number | string>`count(*)`.as("total");
/** How many of the rows have a day in this column that has passed. */
const passed = (column: string, today: string) =>
  sql<number | string | null>`sum(case when ${sql.ref(column)} < ${today} then 1 else 0 end)`.as("overdue");

async function readOpenTasks({ db, person, now }: Ctx, userId: string): Promise<PersonTasks["tasks"]> {
  const today = portalDate(now());
  const query = db
    .selectFrom("tasks")
    .where("assigneeUserId", "=", userId)
    .where("state", "=", "open")
    .where((eb) => eb.or([eb("snoozedUntil", "is", null), eb("snoozedUntil", "<=", today)]))
    .where(readableTasks(person));
  const { total, overdue } = await query.select([countAll, passed("dueOn", today)]).executeTakeFirstOrThrow();
  const items = await query
    .select(["id", "title as label", "dueOn"])
    .orderBy((eb) => eb("dueOn", "is", null))
    .orderBy("dueOn")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(shownOfEach)
    .execute();
  return { total: Number(total), overdue: Number(overdue ?? 0), items };
}

async function readReviews({ db, person, now }: Ctx, userId: string): Promise<PersonTasks["reviews"]> {
  const today = portalDate(now());
  let query = db
    .selectFrom("pages as record")
    .where("record.responsibleUserId", "=", userId)
    .where("record.archivedAt", "is", null)
    .where("record.reviewAt", "<=", addDays(today, reviewLeadDays));
  const readable = readableBy("page", person);
  if (readable) query = query.where(readable);
  const { total, overdue } = await query.select([countAll, passed("record.reviewAt", today)]).executeTakeFirstOrThrow();
  const items = await query
    .select(["record.id", "record.title as label"])
    .select((eb) => eb.ref("record.reviewAt").$notNull().as("reviewAt"))
    .orderBy("record.reviewAt")
    .orderBy("record.id")
    .limit(shownOfEach)
    .execute();
  return { total: Number(total), overdue: Number(overdue ?? 0), items };
}

async function readFeedback({ db }: Ctx, userId: string): Promise<PersonTasks["feedback"]> {
  const query = db
    .selectFrom("feedback")
    .where("assigneeId", "=", userId)
    .where("archivedAt", "is", null)
    .where("status", "not in", [...closedStatuses]);
  const { total } = await query.select(countAll).executeTakeFirstOrThrow();
  const items = await query
    .select(["id", "title as label", "number", "status", "dueAt"])
    .orderBy((eb) => eb("dueAt", "is", null))
    .orderBy("dueAt")
    .orderBy("lastActivityAt", (order) => order.desc().nullsLast())
    .orderBy("id")
    .limit(shownOfEach)
    .execute();
  return { total: Number(total), items };
}

async function readDevices({ db, now }: Ctx, userId: string): Promise<PersonTasks["devices"]> {
  const query = db
    .selectFrom("devices")
    .where("assignedUserId", "=", userId)
    .where("archivedAt", "is", null)
    .where("expectedReturnAt", "is not", null);
  const { total, overdue } = await query
    .select([countAll, passed("expectedReturnAt", portalDate(now()))])
    .executeTakeFirstOrThrow();
  const items = await query
    .select(["id", "title", "assetTag", "assignedAt", "expectedReturnAt"])
    .orderBy("expectedReturnAt")
    .orderBy("id")
    .limit(shownOfEach)
    .execute();
  return { total: Number(total), overdue: Number(overdue ?? 0), items };
}

/** The chats in which somebody has called upon the asking person since they last looked. */
async function readMentions({ db, person }: Ctx): Promise<NonNullable<PersonTasks["chats"]>> {
  const rows = await db
    .selectFrom("chats")
    .innerJoin("chatMessages as message", "message.chatId", "chats.id")
    .leftJoin("chatReads as own", (join) => join.onRef("own.chatId", "=", "chats.id").on("own.userId", "=", person.id))
    .select(["chats.id", "chats.title", "chats.targetType", "chats.targetId"])
    .select((eb) => eb.fn.max("message.createdAt").as("at"))
    .where("chats.status", "=", "open")
    .where("message.deletedAt", "is", null)
    .where("message.authorId", "!=", person.id)
    .where("message.body", "like", `%@[user:${person.id}]%`)
    .where(sql<boolean>`message.number > coalesce(own.number, 0)`)
    .where(readableChats(person))
    .groupBy(["chats.id", "chats.title", "chats.targetType", "chats.targetId"])
    .orderBy("at", "desc")
    .limit(shownChats)
    .execute();
  return rows.map(({ id, title, targetType, targetId, at }) => ({
    id,
    title,
    at: new Date(at),
    pageId: targetType === "page" ? targetId : null,
  }));
}
