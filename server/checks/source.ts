import { sql } from "kysely";
import type { HostUsage } from "../../contract/heartbeats/heartbeats.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { monitoringSettings } from "../../contract/settings/monitoring.ts";
import { networkSettings } from "../../contract/settings/network.ts";
import type { Db } from "../db/connection.ts";
import type { CheckSource } from "./engine.ts";

interface Section {
  section: string;
  values: Record<string, unknown>;
}

/** What the checker reads of the portal's own database; it never writes there. */
export function openSource(db: Db): CheckSource {
  return {
    async changedAfter({ revision, id }, limit) {
      const rows = await db
        .selectFrom("checks")
        .selectAll()
        .where((eb) =>
          eb.or([eb("revision", ">", revision), eb.and([eb("revision", "=", revision), eb("id", ">", id)])]),
        )
        .where("revision", ">=", revision)
        .orderBy("revision")
        .orderBy("id")
        .limit(limit)
        .execute();
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
      }));
    },
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
      return { allowedNetworks, canaries, maxChecks };
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
    async lastEvent() {
      const row = await db.selectFrom("checkCursor").select(sql<number>`max(event_id)`.as("last")).executeTakeFirst();
      return row?.last ?? 0;
    },
  };
}

const momentOf = (text: string | null) => (text === null ? null : Date.parse(text));
