import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { HandedType, MovedThing, SkippedThing } from "../../../contract/offboarding/offboarding.ts";
import type { handOver as input } from "../../../contract/offboarding/offboarding-input.ts";
import { countByType } from "../../../contract/offboarding/offboarding-labels.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField, Problem } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { gatherSignals } from "../../records/gather-signals.ts";
import { isReadable, type Reader } from "../../records/readable.ts";
import { storeOf } from "../../records/registry.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assignTaskIn } from "../tasks/commands.ts";
import { responsibleTypes, selectResponsible } from "../users/responsibilities.ts";
import { openFeedback, openTasks } from "./queries.ts";
import { type Leaving, readLeaving, writeEntry } from "./runs.ts";

/** Others wait for a transaction; this many records take a moment that nobody notices. */
const atOnce = 25;

type Receiver = Reader & { name: string };

export interface HandedOver {
  moved: number;
  skipped: SkippedThing[];
}

/**
 * Makes somebody else responsible for what is a person's, in short transactions each of which is written down. What is
 * theirs no more is left alone, so that it may be interrupted and begun again.
 */
export async function handOver(ctx: PersonContext, { id, toId, types }: z.output<typeof input>): Promise<HandedOver> {
  const leaving = await readLeaving(ctx.db, id);
  const receiver = await readReceiver(ctx, leaving, toId);
  const keys = await listThings(ctx, id, types);
  const gathered = gatherSignals(ctx);
  const result: HandedOver = { moved: 0, skipped: [] };
  try {
    for (let next = 0; next < keys.length; next += atOnce) {
      const batch = keys.slice(next, next + atOnce);
      const done = await transact(gathered.ctx, (tx) => moveBatch(tx, gathered.ctx, { leaving, receiver, batch }));
      result.moved += done.moved.length;
      result.skipped.push(...done.skipped);
      await setImmediate();
    }
  } finally {
    gathered.publish();
  }
  return result;
}

async function readReceiver({ db }: PersonContext, leaving: Leaving, toId: string): Promise<Receiver> {
  const row = await db
    .selectFrom("users")
    .select(["id", "name", "role", "joinedAt", "deactivatedAt"])
    .where("id", "=", toId)
    .executeTakeFirst();
  const refuse = (words: string) => invalidField("toId", `Übergeben an: ${words}`);
  if (!row) throw refuse("Diese Person gibt es nicht.");
  if (row.id === leaving.id) throw refuse("Bitte wähle eine andere Person.");
  if (row.deactivatedAt) throw refuse(`Das Konto von ${row.name} ist gesperrt.`);
  if (!row.joinedAt) throw refuse(`${row.name} hat die Einladung noch nicht angenommen.`);
  return row;
}

async function listThings(ctx: PersonContext, id: string, types: readonly HandedType[] | undefined) {
  const keys: HandedKey[] = [];
  for (const type of responsibleTypes.filter((each) => !types || types.includes(each)))
    for (const row of await selectResponsible(ctx, type, id).select("record.id").orderBy("record.id").execute())
      keys.push({ type, id: row.id });
  if (!types || types.includes("feedback"))
    for (const row of await openFeedback(ctx.db, id).select("id").orderBy("id").execute())
      keys.push({ type: "feedback", id: row.id });
  if (!types || types.includes("task"))
    for (const row of await openTasks(ctx, id).select("id").orderBy("id").execute())
      keys.push({ type: "task", id: row.id });
  return keys;
}

type HandedKey = Pick<MovedThing, "type" | "id">;

interface Batch {
  leaving: Leaving;
  receiver: Receiver;
  batch: readonly HandedKey[];
}

async function moveBatch(tx: Tx, ctx: PersonContext, { leaving, receiver, batch }: Batch) {
  const moved: MovedThing[] = [];
  const skipped: SkippedThing[] = [];
  for (const key of batch) {
    const title = await titleIfTheirs(tx, key, leaving.id);
    if (title === undefined) continue;
    const reason = await refusalOf(tx, ctx, key, receiver);
    if (reason === undefined) moved.push({ ...key, title });
    else skipped.push({ ...key, title, reason });
  }
  if (moved.length === 0) return { moved, skipped };
  const details = { things: moved, toId: receiver.id };
  await writeEntry(tx, leaving, { byId: ctx.person.id, step: "responsibilities", details });
  await notify(tx, {
    forUserId: receiver.id,
    title: `Du bist jetzt zuständig: ${countByType(moved)}`,
    message: `<b>${escapeHtml(ctx.person.name)}</b> hat dir übergeben, was bei ${escapeHtml(leaving.name)} lag.`,
    category: "team",
    link: `/users/${receiver.id}/tasks`,
    groupKey: `offboarding:${leaving.id}`,
    asksForAction: true,
  });
  return { moved, skipped };
}

const fieldOf = (type: RecordType) => (type === "feedback" ? "assigneeId" : "responsibleUserId");
const columnOf = (type: HandedType) =>
  type === "task" ? { table: "tasks", field: "assigneeUserId" } : { table: tableOf(type), field: fieldOf(type) };

async function titleIfTheirs(tx: Tx, { type, id }: HandedKey, userId: string): Promise<string | undefined> {
  const { table, field } = columnOf(type);
  const row = await dynamic(tx.db)
    .selectFrom(table)
    .select("title")
    .where("id", "=", id)
    .where(field, "=", userId)
    .executeTakeFirst();
  return row?.title;
}

async function refusalOf(tx: Tx, ctx: PersonContext, { type, id }: HandedKey, to: Receiver) {
  if (type === "task") return refusalOfTask(tx, ctx, id, to);
  if (!(await isReadable(tx.db, { type, id }, to))) return `${to.name} darf das nicht sehen.`;
  try {
    const change = { params: { id }, body: { [fieldOf(type)]: to.id } };
    await tx.attempt(() => updateRecordIn(tx, storeOf(type), ctx, change));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

async function refusalOfTask(tx: Tx, ctx: PersonContext, id: string, to: Receiver): Promise<string | undefined> {
  try {
    await tx.attempt(() => assignTaskIn(tx, ctx, { id, assigneeUserId: to.id, assigneeGroup: null }));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message.replace(/^Zuständig: /, "");
    throw error;
  }
}
