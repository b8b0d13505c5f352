import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { changeLabel } from "../../../contract/changes/change-labels.ts";
import { chatPath } from "../../../contract/chats/chats.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { ChecklistItem, TaskHistoryEntry, TaskRow, TaskTargetType } from "../../../contract/tasks/tasks.ts";
import type * as contract from "../../../contract/tasks/tasks-input.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { notFound } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { prepareForReader, type Reader } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import { folded, foldedPattern } from "../../search/folded.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findChat } from "../chats/access.ts";
import { claimsOf } from "../claims/claims.ts";
import { findTask, readableTasks } from "./access.ts";
import { mayDelete } from "./commands.ts";

export type Ctx = Pick<PersonContext, "db" | "person" | "now">;

interface Asking {
  db: Db;
  person: Reader;
  /** The day of the portal, and the moment. */
  today: string;
  now: string;
}

export const askingOf = ({ db, person, now }: Ctx): Asking => ({
  db,
  person,
  today: portalDate(now()),
  now: now().toISOString(),
});
type Input = z.output<typeof contract.listTasks>;
export type Wanted = Omit<Input, "page" | "limit"> & {
  /** Those that are due by a day, and those without one. */
  dueByOrUndated?: string;
};

export function matching({ db, person, today, now }: Asking, input: Wanted) {
  const { scope, view, targetType, targetId, assigneeUserId, assigneeGroup, dueBy, dueByOrUndated, search } = input;
  let query = db
    .selectFrom("tasks")
    .where("state", "=", view === "done" ? "done" : "open")
    .where(readableTasks(person));
  // What is put off comes back by itself on its day.
  if (view === "snoozed") query = query.where("snoozedUntil", ">", today);
  // On the page of what they are about all that are open are shown.
  else if (view === "open" && !targetId)
    query = query.where((eb) => eb.or([eb("snoozedUntil", "is", null), eb("snoozedUntil", "<=", today)]));
  if (targetType) query = query.where("targetType", "=", targetType);
  if (targetId) query = query.where("targetId", "=", targetId);
  if (assigneeUserId) query = query.where("assigneeUserId", "=", assigneeUserId === "me" ? person.id : assigneeUserId);
  if (assigneeGroup) query = query.where("assigneeGroup", "=", assigneeGroup);
  if (input.isUnassigned) query = query.where("assigneeUserId", "is", null).where("assigneeGroup", "is", null);
  if (input.isUndated) query = query.where("dueOn", "is", null);
  if (dueBy) query = query.where("dueOn", "<=", dueBy);
  if (dueByOrUndated) query = query.where((eb) => eb.or([eb("dueOn", "is", null), eb("dueOn", "<=", dueByOrUndated)]));
  if (scope === "team") query = query.where("assigneeUserId", "is", null);
  if (scope === "mine")
    query = query.where((eb) =>
      eb.or([
        eb("assigneeUserId", "=", person.id),
        eb("assigneeGroup", "=", person.role as "admin"),
        // Nobody was asked to do it, so it is a note to oneself.
        eb.and([eb("createdById", "=", person.id), eb("assigneeUserId", "is", null), eb("assigneeGroup", "is", null)]),
        eb.exists(
          eb
            .selectFrom("claims")
            .select("claims.subjectId")
            .where("claims.subjectType", "=", "task")
            .whereRef("claims.subjectId", "=", "tasks.id")
            .where("claims.userId", "=", person.id)
            .where("claims.endsAt", ">", now),
        ),
      ]),
    );
  if (search)
    query = query.where(sql<SqlBool>`${folded(sql.ref("tasks.title"))} like ${foldedPattern(search)} escape '!'`);
  return query;
}

/** Tasks that the person may read: open ones by their day, done ones the latest first. */
export async function listTasks(ctx: Ctx, { page, limit, ...input }: Input): Promise<Page<TaskRow>> {
  const query = matching(askingOf(ctx), input);
  const { total } = await query.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const sorted =
    input.view === "done"
      ? query.orderBy("doneAt", "desc")
      : query.orderBy((eb) => eb("dueOn", "is", null)).orderBy("dueOn");
  const rows = await sorted
    .selectAll("tasks")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return toPage(await toRows(ctx, rows), Number(total), limit);
}

export async function getTask(ctx: Ctx, { id }: { id: string }): Promise<TaskRow> {
  const [row] = await toRows(ctx, [await findTask(ctx.db, ctx.person, id)]);
  if (!row) throw notFound();
  return row;
}

const selectCount = prepareForReader((db: Db, person, today: string, now: string) =>
  matching({ db, person, today, now }, { scope: "mine", view: "open", search: "" })
    .select((eb) => eb.fn.countAll<number | string>().as("open"))
    .select(sql<number | null>`sum(case when due_on < ${today} then 1 else 0 end)`.as("overdue")),
);

/** How many open tasks a person has, and how many of them are overdue. */
export async function countTasks(ctx: Ctx): Promise<{ open: number; overdue: number }> {
  const { db, person, today, now } = askingOf(ctx);
  const [counted] = await selectCount(db, person, today, now);
  return { open: Number(counted?.open ?? 0), overdue: Number(counted?.overdue ?? 0) };
}

type Stored = Awaited<ReturnType<typeof findTask>>;

export async function toRows(ctx: Ctx, rows: readonly Stored[]): Promise<TaskRow[]> {
  const [people, targets, claims] = await Promise.all([
    readPeople(ctx, rows),
    readTargets(ctx, rows),
    claimsOf(
      ctx.db,
      "task",
      rows.map(({ id }) => id),
      ctx.now(),
    ),
  ]);
  const mayWrite = hasAbility(ctx.person.role, "writeTasks");
  return rows.map((row) => {
    const assignee = row.assigneeUserId ? people.get(row.assigneeUserId) : undefined;
    const author = row.createdById ? people.get(row.createdById) : undefined;
    const { id, title, text, dueOn, recurrence, snoozedUntil, state, source, version, targetType, targetId } = row;
    return {
      id,
      title,
      text,
      dueOn,
      recurrence,
      snoozedUntil,
      state,
      source,
      version,
      group: row.assigneeGroup,
      target:
        targetType && targetId
          ? {
              type: targetType,
              id: targetId,
              ...(targets.get(`${targetType}:${targetId}`) ?? { title: null, href: null }),
            }
          : null,
      assignee: assignee ?? null,
      checklist: parseOwnJson<ChecklistItem[]>(row.checklistJson),
      done: row.doneAt
        ? { at: new Date(row.doneAt), by: (row.doneById && people.get(row.doneById)?.name) || null }
        : null,
      claim: claims.get(id) ?? null,
      createdAt: new Date(row.createdAt),
      createdBy: author ? { id: author.id, name: author.name } : null,
      can: { write: mayWrite, delete: mayDelete(ctx.person, row) },
    };
  });
}

async function readPeople({ db }: Ctx, rows: readonly Stored[]) {
  const ids = rows.flatMap(({ assigneeUserId, createdById, doneById }) => [assigneeUserId, createdById, doneById]);
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map<string, NonNullable<TaskRow["assignee"]>>();
  const people = await db.selectFrom("users").select(["id", "name", "imageKey"]).where("id", "in", known).execute();
  return new Map(people.map(({ id, name, imageKey }) => [id, { id, name, image: imageKey }]));
}

/** The rows are of tasks that the person may read, and so may be what they are about. */
async function readTargets(ctx: Ctx, rows: readonly Stored[]) {
  const keys = rows.flatMap(({ targetType: type, targetId: id }) => (type && id ? [{ type, id }] : []));
  const targets = new Map<string, { title: string; href: string | null }>();
  for (const [type, group] of Map.groupBy(keys, (key) => key.type)) {
    const ids = [...new Set(group.map(({ id }) => id))];
    for (const { id, title, href } of await titlesOf(ctx, type, ids)) targets.set(`${type}:${id}`, { title, href });
  }
  return targets;
}

async function titlesOf(ctx: Ctx, type: TaskTargetType, ids: readonly string[]) {
  if (type === "message") return messageTitles(ctx, ids);
  const rows = await dynamic(ctx.db).selectFrom(tableOf(type)).select(["id", "title"]).where("id", "in", ids).execute();
  return rows.map(({ id, title }) => ({ id, title, href: hrefOf(type, id) }));
}

const hrefOf = (type: RecordType, id: string): string | null => {
  const { path } = declarationOf(type);
  return path ? `${path}/${id}` : null;
};

async function messageTitles({ db, person }: Ctx, ids: readonly string[]) {
  const rows = await db
    .selectFrom("chatMessages")
    .select(["id", "chatId", "number"])
    .where("id", "in", [...ids])
    .execute();
  const titles: { id: string; title: string; href: string }[] = [];
  for (const { id, chatId, number } of rows) {
    const chat = await findChat(db, person, chatId);
    titles.push({ id, title: chat.title, href: chatPath(chat, number) });
  }
  return titles;
}

/** What became of a task, the newest first. Throws not_found. */
export async function readTaskHistory({ db, person }: Ctx, { id }: { id: string }): Promise<TaskHistoryEntry[]> {
  await findTask(db, person, id);
  const rows = await db
    .selectFrom("changes")
    .leftJoin("users", "users.id", "changes.actorId")
    .select(["changes.id", "kind", "at", "actorId", "users.name", "users.imageKey"])
    .where("subjectType", "=", "task")
    .where("subjectId", "=", id)
    .orderBy("at", "desc")
    .orderBy("changes.id", "desc")
    .limit(100)
    .execute();
  return rows.map(({ id: changeId, kind, at, actorId, name, imageKey }) => ({
    id: changeId,
    at: new Date(at),
    label: changeLabel(kind),
    by: actorId && name ? { id: actorId, name, image: imageKey } : null,
  }));
}
