import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type * as contract from "../../../contract/checks/checks-input.ts";
import { type CheckTargetType, phases as phaseNames } from "../../../contract/checks/kinds.ts";
import type { CheckAnswer, CheckResult } from "../../../contract/checks/views.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import { toDate } from "../../db/to-date.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { selectedIds } from "../../records/bulk.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { isReadable, readableAmong } from "../../records/readable.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { openRevision } from "./derive.ts";
import { followCheckEvents } from "./follow-events.ts";
import { followRun } from "./progress.ts";
import { readStatus } from "./queries.ts";
import { refreshStatuses } from "./refresh-statuses.ts";

/** Records that one transaction handles, before other requests are served. */
const atOnce = 200;
/** Longer nobody waits for an answer; it comes all the same. */
const waitMs = 30 * secondMs;

/** Looks at a record now and answers what was found; what takes too long is answered without a result. */
export async function runCheck(
  ctx: PersonContext,
  { type, id }: z.infer<typeof contract.runCheck>,
): Promise<CheckAnswer> {
  assertOn(ctx);
  if (!(await isReadable(ctx.db, { type, id }, ctx.person))) throw notFound();
  const askedAt = ctx.now();
  const { ids: asked } = await transact(ctx, (tx) => ask(tx, type, [id], askedAt));
  if (asked.length === 0)
    throw new Problem("precondition", {
      message:
        "Hier läuft keine Prüfung: Geprüft wird, was live ist, eine erreichbare Adresse hat und nicht pausiert ist.",
    });
  const figures = () => ctx.checks.reader()?.figures(asked) ?? [];
  const isDone = () => {
    const known = figures();
    return known.length === asked.length && known.every(({ seenAt }) => (seenAt ?? 0) >= askedAt.getTime());
  };
  await ctx.checks.waitFor(isDone, waitMs);
  await followCheckEvents(ctx);
  return {
    target: { type, id },
    status: await readStatus(ctx, { type, id }),
    results: await readResults(ctx, asked, askedAt),
  };
}

/** Has many records looked at; how far that has come is pushed to whoever asked, under the name of the run. */
export async function runChecks(
  ctx: PersonContext,
  { type, selection, run }: z.infer<typeof contract.runChecks>,
): Promise<{ asked: number }> {
  assertOn(ctx);
  const ids = await readableOf(ctx, type, selection);
  const askedAt = ctx.now();
  let total = 0;
  let revision = 0;
  for (let start = 0; start < ids.length; start += atOnce, await setImmediate()) {
    const asked = await transact(ctx, (tx) => ask(tx, type, ids.slice(start, start + atOnce), askedAt));
    total += asked.ids.length;
    revision = asked.revision;
  }
  if (run !== undefined && total > 0)
    followRun(ctx, { id: run, type, userId: ctx.person.id, askedAt: askedAt.getTime(), revision, total });
  return { asked: total };
}

/** Stops looking at records, or goes on with it; where it takes several parts, each is told to whoever asked. */
export async function pauseChecks(
  ctx: PersonContext,
  { type, selection, isPaused, run }: z.infer<typeof contract.pauseChecks>,
): Promise<{ changed: number }> {
  const ids = await readableOf(ctx, type, selection);
  const isLong = run !== undefined && ids.length > atOnce;
  let changed = 0;
  for (let start = 0; start < ids.length; start += atOnce, await setImmediate()) {
    const part = ids.slice(start, start + atOnce);
    const isOver = start + atOnce >= ids.length;
    const before = changed;
    changed = await transact(ctx, async (tx) => {
      const sum = before + (await pause(tx, type, part, isPaused));
      if (!isLong) return sum;
      const counts = isOver ? { done: sum, total: sum } : { done: start + part.length, total: ids.length };
      tx.signal({
        event: "checksProgress",
        payload: { run: { id: run, type, action: isPaused ? "pause" : "resume" }, ...counts, failed: 0, isOver },
        toUserId: ctx.person.id,
      });
      return sum;
    });
  }
  return { changed };
}

async function pause(tx: Tx, type: CheckTargetType, ids: readonly string[], isPaused: boolean): Promise<number> {
  const at = tx.now().toISOString();
  const revision = await openRevision(tx)();
  const rows = await tx.db
    .updateTable("checks")
    .set({
      pausedAt: isPaused ? at : null,
      pausedById: isPaused ? (tx.actorId ?? null) : null,
      updatedAt: at,
      revision,
    })
    .where("targetType", "=", type)
    .where("targetId", "in", idsIn(JSON.stringify(ids)))
    .where("isEnabled", "=", 1)
    .where("pausedAt", isPaused ? "is" : "is not", null)
    .returning("targetId")
    .execute();
  const changed = [...new Set(rows.map(({ targetId }) => targetId))];
  if (changed.length === 0) return 0;
  const kind = isPaused ? "checks.paused" : "checks.resumed";
  for (const id of changed) await tx.record({ kind, subject: { type, id } });
  await refreshStatuses(tx, type, changed);
  tx.wake("checks");
  return changed.length;
}

async function ask(tx: Tx, type: CheckTargetType, ids: readonly string[], askedAt: Date) {
  const revision = await openRevision(tx)();
  const rows = await tx.db
    .updateTable("checks")
    .set({ askedAt: askedAt.toISOString(), revision })
    .where("targetType", "=", type)
    .where("targetId", "in", idsIn(JSON.stringify(ids)))
    .where("isEnabled", "=", 1)
    .where("pausedAt", "is", null)
    .where("removedAt", "is", null)
    .where("kind", "!=", "push")
    .returning("id")
    .execute();
  if (rows.length > 0) tx.wake("checks");
  return { ids: rows.map(({ id }) => id), revision };
}

async function readableOf(
  ctx: PersonContext,
  type: CheckTargetType,
  selection: z.infer<typeof contract.runChecks>["selection"],
): Promise<string[]> {
  const ids = await selectedIds(storeOf(type), ctx, selection);
  const readable = await readableAmong(ctx.db, type, ids, ctx.person);
  return ids.filter((id) => readable.has(id));
}

async function readResults(ctx: PersonContext, ids: readonly string[], askedAt: Date): Promise<CheckResult[]> {
  const reader = ctx.checks.reader();
  const kinds = await ctx.db
    .selectFrom("checks")
    .select(["id", "kind"])
    .where("id", "in", idsIn(JSON.stringify(ids)))
    .orderBy("kind")
    .execute();
  const figures = new Map((reader?.figures(ids) ?? []).map((each) => [each.id, each]));
  return kinds.map(({ id, kind }) => {
    const found = figures.get(id);
    const isFresh = found !== undefined && found.seenAt !== null && found.seenAt >= askedAt.getTime();
    if (!isFresh || found.seenAt === null) return { ...nothing, checkId: id, kind };
    const seenS = Math.floor(found.seenAt / secondMs);
    // What an agent has found comes in some time after its look.
    const last = reader?.results(id, seenS - 60, seenS + 2).at(-1);
    const phases = Object.fromEntries(
      phaseNames.flatMap((name, index) => (last?.times[index] == null ? [] : [[name, last.times[index]]])),
    );
    return {
      checkId: id,
      kind,
      outcome: found.outcome,
      at: new Date(found.seenAt),
      responseTimeMs: found.totalMs,
      phases,
      httpStatus: found.httpStatus,
      code: found.code,
      text: found.text,
      certificateExpiresAt: toDate(found.certificateEndsAt),
    };
  });
}

const nothing = {
  outcome: null,
  at: null,
  responseTimeMs: null,
  phases: {},
  httpStatus: null,
  code: null,
  text: null,
  certificateExpiresAt: null,
};

function assertOn({ checks }: PersonContext): void {
  if (!checks.isOn)
    throw new Problem("precondition", {
      message: "Auf diesem Portal ist die Überwachung ausgeschaltet (MONITORING=off).",
    });
}
