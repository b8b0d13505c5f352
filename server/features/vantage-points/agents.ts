import type { z } from "zod";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import {
  type AgentPlan,
  type askPlan,
  type HandedIn,
  type handIn,
  maxChecksPerPlan,
  maxResultAgeMs,
  maxResultAheadMs,
  type PlannedForAgent,
} from "../../../contract/vantage-points/agent-protocol.ts";
import { maxClockOffMs, type Vantage } from "../../../contract/vantage-points/vantage-points.ts";
import { hashToken } from "../../auth/tokens.ts";
import { readChangedChecks } from "../../checks/source.ts";
import type { WantedCheck } from "../../checks/store/schedule.ts";
import type { Db } from "../../db/connection.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";

/** A vantage point whose agent has shown its token. */
export interface AskingPoint {
  id: string;
  name: string;
}

/** Whose agent shows this token; undefined where nobody's does, or where it was revoked. */
export async function findPoint(db: Db, authorization: string | undefined): Promise<AskingPoint | undefined> {
  const token = /^Bearer\s+(\S{8,128})$/i.exec(authorization ?? "")?.[1];
  if (!token) return undefined;
  return db
    .selectFrom("vantagePoints")
    .select(["id", "name"])
    .where("tokenHash", "=", hashToken(token))
    .executeTakeFirst();
}

type Needed = Pick<Services, "db" | "now" | "live" | "checks" | "vault">;
type Hello = Pick<z.infer<typeof askPlan>, "version" | "clock" | "held">;

/** What an agent has to look at: all that has changed since what it knows. */
export async function answerPlan(
  { db, now, vault }: Needed,
  point: AskingPoint,
  { position, publicUrl, ...hello }: z.infer<typeof askPlan> & { publicUrl: string | null },
): Promise<AgentPlan> {
  await notePresence({ db, now }, point, hello);
  const { canaries, maxChecks } = await readSettings(db, "monitoring");
  const known = (await isAhead(db, position.revision)) ? { revision: 0, id: "" } : position;
  const checks = await readChangedChecks(db, known, maxChecksPerPlan, { ofPoints: true });
  return {
    now: now().getTime(),
    name: point.name,
    publicUrl,
    canaries,
    maxChecks,
    checks: checks.map((check) => planFor(point, check, vault.open)),
  };
}

/** Whether an agent knows of changes that a restored portal does not. */
async function isAhead(db: Db, revision: number): Promise<boolean> {
  const row = await db.selectFrom("checkRevision").select("value").executeTakeFirst();
  return revision > (row?.value ?? 0);
}

/** What is not, or no longer, looked at from there is told by its id alone. */
function planFor({ id: pointId }: AskingPoint, check: WantedCheck, open: (sealed: string) => string): PlannedForAgent {
  const { vantage, secret, ...plan } = check;
  if (plan.isRemoved || !vantage?.points.includes(pointId))
    return { ...plan, ...nothing, isActive: false, isRemoved: true, secret: null };
  try {
    return { ...plan, secret: secret === null ? null : open(secret) };
  } catch {
    // As for the portal's own checker, a check without its secret fails by itself.
    return { ...plan, config: '{"isUnreadable":true}', secret: null };
  }
}

const nothing = { address: "", config: "{}", askedAt: null, quietFrom: null, quietUntil: null };

/** So often it is written that an agent is there, where nothing else is new. */
const noteEveryMs = 10 * secondMs;

async function notePresence({ db, now }: Pick<Needed, "db" | "now">, { id }: AskingPoint, hello: Hello) {
  const at = now();
  const clockOffMs = hello.clock - at.getTime();
  const since = new Date(at.getTime() - noteEveryMs).toISOString();
  const isOff = Math.abs(clockOffMs) > maxClockOffMs;
  await db
    .updateTable("vantagePoints")
    .set({ lastAt: at.toISOString(), version: hello.version, clockOffMs, heldResults: hello.held })
    .where("id", "=", id)
    .where((eb) => {
      const wasRight = eb.between("clockOffMs", -maxClockOffMs, maxClockOffMs);
      return eb.or([
        eb("lastAt", "is", null),
        eb("lastAt", "<", since),
        eb("lastAt", ">", at.toISOString()),
        eb("version", "!=", hello.version),
        eb("heldResults", "!=", hello.held),
        isOff ? wasRight : eb.not(wasRight),
      ]);
    })
    .execute();
}

type Handed = z.infer<typeof handIn>;
type Result = Handed["results"][number];

/**
 * Takes results of an agent, each once: what is numbered up to the last that was taken of the same run has been counted.
 * Only results of checks that are made from there count, and of times at which they can have been.
 */
export async function takeResults(
  services: Needed,
  point: AskingPoint,
  { runId, results, ...hello }: Handed,
): Promise<HandedIn> {
  await notePresence(services, point, hello);
  const at = services.now().getTime();
  return transact(systemContext(services), async (tx) => {
    const run = { pointId: point.id, runId };
    const before = await tx.db
      .selectFrom("vantageRuns")
      .select("lastSeq")
      .where("pointId", "=", point.id)
      .where("runId", "=", runId)
      .executeTakeFirst();
    const fresh = results
      .filter(({ seq }) => seq > (before?.lastSeq ?? 0))
      .toSorted((one, other) => one.seq - other.seq);
    const lastSeq = fresh.at(-1)?.seq ?? before?.lastSeq ?? 0;
    if (fresh.length === 0) return { now: at, lastSeq, refused: [] };
    const own = await ownChecks(tx, point, fresh);
    const refusalOf = (result: Result) =>
      !own.has(result.checkId) ? "foreign" : isPossible(result, at) ? undefined : "time";
    const accepted = fresh.filter((result) => refusalOf(result) === undefined);
    const row = { ...run, lastSeq, receivedAt: new Date(at).toISOString(), resultsJson: JSON.stringify(accepted) };
    if (accepted.length > 0) await tx.db.insertInto("vantageBatches").values(row).execute();
    await tx.db
      .insertInto("vantageRuns")
      .values({ ...run, lastSeq, seenAt: row.receivedAt })
      .onConflict((conflict) => conflict.columns(["pointId", "runId"]).doUpdateSet({ lastSeq, seenAt: row.receivedAt }))
      .execute();
    await removeJudged(tx, services, point);
    tx.wake("checks");
    return {
      now: at,
      lastSeq,
      refused: fresh.flatMap((result) => {
        const reason = refusalOf(result);
        return reason ? [{ seq: result.seq, checkId: result.checkId, reason }] : [];
      }),
    };
  });
}

const isPossible = (result: Result, now: number) =>
  result.at <= now + maxResultAheadMs && result.at >= now - maxResultAgeMs;

/** Which of the checks of results are made from there. */
async function ownChecks(tx: Tx, point: AskingPoint, results: readonly Result[]): Promise<Set<string>> {
  const ids = [...new Set(results.map(({ checkId }) => checkId))];
  const rows = await tx.db
    .selectFrom("checks")
    .select(["id", "vantageJson"])
    .where("id", "in", idsIn(JSON.stringify(ids)))
    .where("isEnabled", "=", 1)
    .where("removedAt", "is", null)
    .where("pausedAt", "is", null)
    .where("vantageJson", "is not", null)
    .execute();
  const isOwn = (json: string | null) => parseOwnJson<Vantage>(json ?? "").points.includes(point.id);
  return new Set(rows.filter(({ vantageJson }) => isOwn(vantageJson)).map(({ id }) => id));
}

/** What the checker has judged lies in its own file, and need not be kept beside it. */
async function removeJudged(tx: Tx, { checks }: Pick<Needed, "checks">, { id }: AskingPoint): Promise<void> {
  const reader = checks.reader();
  if (!reader) return;
  const kept = await tx.db
    .selectFrom("vantageBatches")
    .select(["runId", "lastSeq"])
    .where("pointId", "=", id)
    .execute();
  for (const { runId, lastSeq } of kept)
    if (reader.points.takenOf(id, runId) >= lastSeq)
      await tx.db
        .deleteFrom("vantageBatches")
        .where("pointId", "=", id)
        .where("runId", "=", runId)
        .where("lastSeq", "=", lastSeq)
        .execute();
}
