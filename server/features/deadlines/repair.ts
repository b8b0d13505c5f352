import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { portalDate } from "../../../contract/time/today.ts";
import { listAdmins } from "../../db/active-users.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";
import { deriveDeadlines } from "./derive.ts";
import { type DeadlineSource, deadlineSources } from "./sources.ts";

type Needed = Pick<Services, "db" | "now" | "live">;

/** Targets that one transaction handles, before other requests are served. */
const atOnce = 200;

export const repairJob = "deadlines";

/**
 * Closes what asks for nothing any more, compares all deadlines with what their sources say, repairs them, and fails when
 * there was anything to repair: each change brings its deadlines in line, so a difference is a fault that admins have to
 * hear of.
 */
export async function compareDeadlines(services: Needed): Promise<void> {
  await closePassed(services);
  const differing = await repairAll(services, (tx) => tx);
  if (differing === 0) return;
  const found = `${differing} ${differing === 1 ? "Frist wich" : "Fristen wichen"} von den Einträgen ab`;
  await transact(systemContext(services), (tx) => tellAdmins(tx, found));
  throw new Error(`${found} und ${differing === 1 ? "wurde" : "wurden"} berichtigt.`);
}

/** Derives all deadlines of a portal that has never compared them; told to nobody, for nothing has happened. */
export async function fillDeadlines(services: Needed): Promise<void> {
  const run = await services.db
    .selectFrom("jobRuns")
    .select("finishedAt")
    .where("name", "=", repairJob)
    .executeTakeFirst();
  if (run?.finishedAt) return;
  await repairAll(services, (tx) => ({ ...tx, announce: () => undefined }));
}

/** Closes deadlines whose last day has passed without anybody having to do anything; what comes after them begins. */
export async function closePassed(services: Needed): Promise<number> {
  const today = portalDate(services.now());
  for (let closed = 0; ; await setImmediate()) {
    const ids = await transact(systemContext(services), async (tx) => {
      const at = tx.now().toISOString();
      const passed = tx.db
        .selectFrom("deadlines")
        .select("id")
        .where("state", "=", sql.lit("open"))
        .where("asksUntil", "<", today)
        .limit(atOnce);
      const rows = await tx.db
        .updateTable("deadlines")
        .set((eb) => ({ state: "done", closedAt: at, updatedAt: at, version: eb("version", "+", 1) }))
        .where("id", "in", passed)
        .returning(["id", "targetType", "targetId"])
        .execute();
      for (const { id } of rows) tx.announce({ kind: "deadline.updated", subject: { type: "deadline", id } });
      for (const [type, ofType] of Map.groupBy(rows, ({ targetType }) => targetType ?? ""))
        await deriveDeadlines(tx, type, [...new Set(ofType.flatMap(({ targetId }) => targetId ?? []))]);
      return rows;
    });
    closed += ids.length;
    if (ids.length < atOnce) return closed;
  }
}

async function repairAll(services: Needed, within: (tx: Tx) => Tx): Promise<number> {
  let differing = 0;
  for (const source of deadlineSources()) {
    if (source.kinds.length > 0) differing += await repairSource(services, source, within, source.idsAfter);
    differing += await repairSource(services, source, within, keptAfter(source.targetType));
  }
  return differing;
}

async function repairSource(
  services: Needed,
  { targetType }: DeadlineSource,
  within: (tx: Tx) => Tx,
  idsAfter: DeadlineSource["idsAfter"],
): Promise<number> {
  let differing = 0;
  for (let last = ""; ; await setImmediate()) {
    const ids = await idsAfter(services.db, last, atOnce);
    const newest = ids.at(-1);
    if (newest === undefined) return differing;
    differing += await transact(systemContext(services), (tx) => deriveDeadlines(within(tx), targetType, ids));
    last = newest;
  }
}

/** The targets that deadlines are kept of, whether or not they still exist. */
const keptAfter =
  (targetType: string): DeadlineSource["idsAfter"] =>
  async (db, id, limit) => {
    const rows = await db
      .selectFrom("deadlines")
      .select("targetId")
      .distinct()
      .where("targetType", "=", targetType)
      .where("targetId", ">", id)
      .orderBy("targetId")
      .limit(limit)
      .execute();
    return rows.flatMap(({ targetId }) => targetId ?? []);
  };

async function tellAdmins(tx: Tx, found: string): Promise<void> {
  for (const { id } of await listAdmins(tx.db))
    await notify(tx, {
      forUserId: id,
      title: `${found}.`,
      message: "Sie stimmen wieder. Das sollte nicht vorkommen; bitte melde es den Entwicklern.",
      category: "system",
      link: "/settings/tasks",
      groupKey: "system.deadlines",
    });
}
