import { closedStatuses } from "../../../contract/feedback/statuses.ts";
import {
  type Belongings,
  lastAdminMessage,
  type Offboarding,
  type OffboardingDetails,
  type OffboardingRun,
} from "../../../contract/offboarding/offboarding.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { listHeldDevices } from "../devices/queries.ts";
import { readableTasks } from "../tasks/access.ts";
import { listResponsibilities } from "../users/responsibilities.ts";
import { findRun, readLeaving } from "./runs.ts";

/** How far somebody's way out of the team has come, and what is still theirs. */
export async function getOffboarding(ctx: PersonContext, { id }: { id: string }): Promise<Offboarding> {
  const person = await readLeaving(ctx.db, id);
  const run = await findRun(ctx.db, person);
  return {
    person: { id, name: person.name, state: person.deactivatedAt ? "deactivated" : "active" },
    refusal: (await isLastAdmin(ctx.db, id)) ? lastAdminMessage : null,
    run: run ? await readRun(ctx.db, run) : null,
    left: await readBelongings(ctx, id),
  };
}

/** What is still a person's. */
export async function readBelongings(ctx: PersonContext, id: string): Promise<Belongings> {
  const { db, now } = ctx;
  const count = <Row extends { total: number | string }>(row: Row) => Number(row.total);
  const [devices, responsibilities, feedback, tasks, tokens, feeds, sessions] = await Promise.all([
    listHeldDevices(ctx, { userId: id }),
    listResponsibilities(ctx, { id }),
    openFeedback(db, id)
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .executeTakeFirstOrThrow()
      .then(count),
    openTasks(ctx, id)
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .executeTakeFirstOrThrow()
      .then(count),
    db
      .selectFrom("apiTokens")
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .where("userId", "=", id)
      .executeTakeFirstOrThrow()
      .then(count),
    db
      .selectFrom("calendarFeeds")
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .where("userId", "=", id)
      .executeTakeFirstOrThrow()
      .then(count),
    db
      .selectFrom("sessions")
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .where("userId", "=", id)
      .where("expiresAt", ">", now().toISOString())
      .executeTakeFirstOrThrow()
      .then(count),
  ]);
  return { devices, responsibilities, feedback, tasks, tokens, feeds, sessions };
}

/** The entries of feedback that somebody is to deal with. */
export function openFeedback(db: Db, userId: string) {
  return db
    .selectFrom("feedback")
    .where("assigneeId", "=", userId)
    .where("archivedAt", "is", null)
    .where("status", "not in", [...closedStatuses]);
}

/** The open tasks that somebody is to do, as far as the asking person may read them. */
export function openTasks({ db, person }: Pick<PersonContext, "db" | "person">, userId: string) {
  return db
    .selectFrom("tasks")
    .where("assigneeUserId", "=", userId)
    .where("state", "=", "open")
    .where(readableTasks(person));
}

export async function isLastAdmin(db: Db, id: string): Promise<boolean> {
  const admins = await activeUsers(db)
    .select("id")
    .where("role", "=", "admin")
    .where("joinedAt", "is not", null)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
}

type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

async function readRun(db: Db, { id, byId, startedAt, finishedAt }: RunRow): Promise<OffboardingRun> {
  const rows = await db
    .selectFrom("offboardingEntries")
    .leftJoin("users", "users.id", "offboardingEntries.byId")
    .select(["offboardingEntries.id", "step", "at", "detailsJson", "users.name as by"])
    .where("offboardingId", "=", id)
    .orderBy("at")
    .orderBy("offboardingEntries.id")
    .execute();
  const entries = rows.map(({ detailsJson, at, ...row }) => {
    const { toId, ...details }: OffboardingDetails = JSON.parse(detailsJson);
    return { ...row, at: new Date(at), toId, ...details };
  });
  const names = await namesOf(db, [byId, ...entries.map(({ toId }) => toId)]);
  const nameOf = (userId: string | null | undefined): Ref | null => {
    const label = userId && names.get(userId);
    return userId && label ? { id: userId, label } : null;
  };
  return {
    id,
    startedAt: new Date(startedAt),
    by: nameOf(byId)?.label ?? null,
    finishedAt: toDate(finishedAt),
    entries: entries.map(({ toId, ...entry }) => ({ ...entry, to: nameOf(toId) })),
  };
}

async function namesOf(db: Db, ids: readonly (string | null | undefined)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => typeof id === "string");
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("users").select(["id", "name"]).where("id", "in", known).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
