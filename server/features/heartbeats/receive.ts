import { cleanForeign } from "../../../contract/document/clean-text.ts";
import { type HostUsage, stateOf } from "../../../contract/heartbeats/heartbeats.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { hashToken } from "../../auth/tokens.ts";
import type { Db } from "../../db/connection.ts";
import type { HeartbeatTable } from "../../db/tables/checks.ts";
import { toDate } from "../../db/to-date.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { updateCheck } from "./checks.ts";

/** What came with a report, as strangers send it. */
export interface Report {
  status?: string | undefined;
  msg?: string | undefined;
  ping?: string | undefined;
  load?: string | undefined;
  disk?: string | undefined;
  memory?: string | undefined;
  backup?: string | undefined;
  /** What was just put live, such as a version. */
  deployed?: string | undefined;
}

const maxMessage = 250;
const maxPingMs = dayMs;

/**
 * Takes a report at a URL; says whether there is such a URL. What is new, as after a failure or too late, is
 * looked at at once; everything else with the next look.
 */
export async function receiveReport(
  services: Pick<Services, "db" | "now" | "live">,
  token: string,
  report: Report,
): Promise<boolean> {
  const row = await readRow(services.db, token);
  if (!row) return false;
  const now = services.now();
  const isDown = saysDown(report);
  const usage = readUsage(report);
  const { createdAt, lastAt, everyS: everySeconds, graceS: graceSeconds } = row;
  const before = stateOf(
    { createdAt: new Date(createdAt), lastAt: toDate(lastAt), isDown: row.isDown === 1, everySeconds, graceSeconds },
    now,
  );
  await transact(systemContext(services), async (tx) => {
    await tx.db
      .updateTable("heartbeats")
      .set({
        lastAt: now.toISOString(),
        isDown: isDown ? 1 : 0,
        message: messageOf(report),
        pingMs: pingOf(report),
        ...(usage && { usageJson: JSON.stringify(usage) }),
      })
      .where("id", "=", row.id)
      .execute();
    if (before !== (isDown ? "down" : "up")) await updateCheck(tx, row.checkId, { askedAt: now.toISOString() });
    if (usage?.diskPercent != null && row.targetType === "host") await keepUsage(tx, row.targetId, usage.diskPercent);
    const deployed = cleanForeign((report.deployed ?? "").trim()).slice(0, maxMessage);
    if (deployed !== "")
      await recordChangeEvents(tx, [
        {
          source: "deployment",
          kind: "deployment",
          target: { type: row.targetType, id: row.targetId },
          before: null,
          after: [deployed],
        },
      ]);
    if (!isDown && (row.kind === "backup" || report.backup === "ok")) await keepBackup(tx, row, portalDate(now));
  });
  return true;
}

/** Everything but `up` is a failure, as it is for Uptime Kuma; nothing at all is a sign of life. */
function saysDown({ status, backup }: Report): boolean {
  return (status !== undefined && status !== "" && status !== "up") || (backup !== undefined && backup !== "ok");
}

async function readRow(db: Db, token: string) {
  return db
    .selectFrom("heartbeats")
    .select(["id", "checkId", "kind", "targetType", "targetId", "createdAt", "lastAt", "isDown", "everyS", "graceS"])
    .where("tokenHash", "=", hashToken(token))
    .executeTakeFirst();
}

function messageOf({ msg, backup }: Report): string | null {
  const told = [msg?.trim(), backup && backup !== "ok" ? `Backup: ${backup}` : undefined].filter(Boolean).join(" · ");
  const text = cleanForeign(told).slice(0, maxMessage);
  return text === "" ? null : text;
}

function pingOf({ ping }: Report): number | null {
  const found = numberOf(ping, maxPingMs);
  return found === null ? null : Math.round(found);
}

function readUsage({ load, disk, memory }: Report): HostUsage | undefined {
  if (load === undefined && disk === undefined && memory === undefined) return undefined;
  return { load: numberOf(load, 10_000), diskPercent: numberOf(disk, 100), memoryPercent: numberOf(memory, 100) };
}

/** A number with a point or a comma and perhaps a percent sign; null for everything else. */
function numberOf(text: string | undefined, max: number): number | null {
  const found = /^\s*(\d{1,9}(?:[.,]\d{1,6})?)\s*%?\s*$/.exec(text ?? "")?.[1];
  const value = found === undefined ? Number.NaN : Number(found.replace(",", "."));
  return value >= 0 && value <= max ? value : null;
}

type Target = Pick<HeartbeatTable, "targetType" | "targetId">;

/** More than a forecast looks at, so that a look back has something to show. */
const keptUsageDays = 90;

/** Figures of machines: they are no change that somebody has made, and no version of the record. */
async function keepUsage(tx: Tx, hostId: string, percent: number): Promise<void> {
  const day = portalDate(tx.now());
  await tx.db
    .updateTable("hosts")
    .set({ usage: Math.round(percent) })
    .where("id", "=", hostId)
    .execute();
  await tx.db
    .insertInto("hostUsageDays")
    .values({ hostId, day, percent })
    .onConflict((conflict) => conflict.columns(["hostId", "day"]).doUpdateSet({ percent }))
    .execute();
  await tx.db
    .deleteFrom("hostUsageDays")
    .where("hostId", "=", hostId)
    .where("day", "<", addDays(day, -keptUsageDays))
    .execute();
}

async function keepBackup(tx: Tx, { targetType, targetId }: Target, today: string): Promise<void> {
  if (targetType === "host")
    await tx.db.updateTable("hosts").set({ backupLastOkAt: today }).where("id", "=", targetId).execute();
  else await tx.db.updateTable("websites").set({ backupLastAt: today }).where("id", "=", targetId).execute();
}
