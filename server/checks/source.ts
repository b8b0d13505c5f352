import { sql } from "kysely";
import type { HostUsage } from "../../contract/heartbeats/heartbeats.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { monitoringSettings } from "../../contract/settings/monitoring.ts";
import { networkSettings } from "../../contract/settings/network.ts";
import { portalPoint, type Vantage } from "../../contract/vantage-points/vantage-points.ts";
import type { Db } from "../db/connection.ts";
import type { CheckSource } from "./engine.ts";
import type { WantedCheck } from "./store/schedule.ts";
import type { Position } from "./store/store.ts";
import type { AgentBatch } from "./take-batches.ts";

interface Section {
  section: string;
  values: Record<string, unknown>;
}

/** Each holds up to 250 results. */
const maxBatches = 10;

/** What the checker reads of the portal's own database; it never writes there. */
export function openSource(db: Db): CheckSource {
  return {
    changedAfter: async (position, limit) => (await readChangedChecks(db, position, limit)).map(withoutOneself),
    async settings() {
      const rows = await db
        .selectFrom("settings")
        .select(["section", "valuesJson"])
        .where("section", "in", ["monitoring", "network"])
        .execute();
      const sections: Section[] = rows.map(({ section, valuesJson }) => ({ section, values: JSON.parse(valuesJson) }));
      const of = (name: string) => sections.find(({ section }) => section === name)?.values ?? {};
      const { canaries, maxChecks } = monitoringSettings.parse(of("monitoring"));
      const { allowedNetworks } = networkSettings.parse(of("network"));
      return { allowedNetworks, canaries, maxChecks, points: await readPoints(db) };
    },
    async heartbeatOf(checkId) {
      const row = await db
        .selectFrom("heartbeats")
        .select(["createdAt", "lastAt", "isDown", "message", "pingMs", "usageJson", "everyS"])
        .where("checkId", "=", checkId)
        .executeTakeFirst();
      if (!row) return undefined;
      const usage = row.usageJson === null ? null : parseOwnJson<HostUsage>(row.usageJson);
      return {
        at: row.lastAt ?? row.createdAt,
        isDown: row.isDown === 1,
        message: row.message,
        pingMs: row.pingMs,
        everySeconds: row.everyS,
        diskPercent: usage?.diskPercent ?? null,
      };
    },
    async batches(isTaken) {
      const known = await db
        .selectFrom("vantageBatches")
        .select(["pointId", "runId", "lastSeq"])
        .orderBy("receivedAt")
        .orderBy("lastSeq")
        .execute();
      const fresh = known.filter((batch) => !isTaken(batch)).slice(0, maxBatches);
      return Promise.all(fresh.map((batch) => readBatch(db, batch)));
    },
    async lastEvent() {
      const row = await db.selectFrom("checkCursor").select(sql<number>`max(event_id)`.as("last")).executeTakeFirst();
      return row?.last ?? 0;
    },
  };
}

const momentOf = (text: string | null) => (text === null ? null : Date.parse(text));

async function readPoints(db: Db) {
  const rows = await db.selectFrom("vantagePoints").select(["id", "name", "lastAt"]).execute();
  return rows.map(({ id, name, lastAt }) => ({ id, name, lastAt: momentOf(lastAt) }));
}

async function readBatch(
  db: Db,
  { pointId, runId, lastSeq }: Pick<AgentBatch, "pointId" | "runId" | "lastSeq">,
): Promise<AgentBatch> {
  const row = await db
    .selectFrom("vantageBatches")
    .select("resultsJson")
    .where("pointId", "=", pointId)
    .where("runId", "=", runId)
    .where("lastSeq", "=", lastSeq)
    .executeTakeFirst();
  return { pointId, runId, lastSeq, results: row ? parseOwnJson<AgentBatch["results"]>(row.resultsJson) : [] };
}

/** Checks that have changed after a position, in the order of their changes; `ofPoints` leaves out those for which nobody ever chose a vantage point. */
export async function readChangedChecks(
  db: Db,
  { revision, id }: Position,
  limit: number,
  { ofPoints = false } = {},
): Promise<WantedCheck[]> {
  let query = db
    .selectFrom("checks")
    .selectAll()
    .where((eb) => eb.or([eb("revision", ">", revision), eb.and([eb("revision", "=", revision), eb("id", ">", id)])]))
    .where("revision", ">=", revision);
  if (ofPoints) query = query.where("vantageJson", "is not", null);
  const rows = await query.orderBy("revision").orderBy("id").limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    target: { type: row.targetType, id: row.targetId },
    address: row.address,
    intervalS: row.intervalS,
    timeoutMs: row.timeoutMs,
    priority: row.priority,
    isActive: row.isEnabled === 1 && row.pausedAt === null && row.removedAt === null,
    isRemoved: row.removedAt !== null,
    config: row.config,
    secret: row.secret,
    quietFrom: momentOf(row.quietFrom),
    quietUntil: momentOf(row.quietUntil),
    askedAt: momentOf(row.askedAt),
    revision: row.revision,
    vantage: row.vantageJson === null ? null : parseOwnJson<Vantage>(row.vantageJson),
  }));
}

/** The portal alone needs nobody to agree with. */
const withoutOneself = ({ vantage, ...check }: WantedCheck): WantedCheck =>
  vantage?.points.every((point) => point === portalPoint) ? check : { ...check, vantage };
