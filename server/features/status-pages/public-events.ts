import { createHash } from "node:crypto";
import {
  type PublicIncident,
  type PublicMaintenance,
  statusPageDays,
} from "../../../contract/status-pages/status-pages.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";

interface Reading {
  db: Db;
  now(): Date;
}

interface Shown {
  /** Makes keys that say nothing of the portal's ids. */
  salt: string;
  websites: readonly { id: string; name: string }[];
}

const maxIncidents = 100;

/**
 * When the shown websites were down as others are told: false alarms, jobs that are silent while the page answers, and the
 * portal's own connection are nobody else's business.
 */
export async function readPublicOutages({ db, now }: Reading, websiteIds: readonly string[]) {
  const since = new Date(now().getTime() - statusPageDays * dayMs).toISOString();
  return db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .select(["i.id", "i.endedAt", "m.targetId", "m.until"])
    .select((eb) => eb.fn.coalesce("m.firstSince", "m.since").as("since"))
    .where("m.targetType", "=", "website")
    .where("m.targetId", "in", [...websiteIds])
    .where("m.isPartial", "=", 0)
    .where("i.kind", "<>", "connectivity")
    .where("i.absorbedById", "is", null)
    .where((eb) => eb.or([eb("i.endReason", "is", null), eb("i.endReason", "<>", "falseAlarm")]))
    .where((eb) => eb.or([eb("m.until", "is", null), eb("m.until", ">=", since)]))
    .orderBy("m.since", "desc")
    .limit(maxIncidents * 10)
    .execute();
}

/** What went wrong with the shown websites, the newest first: nothing of the incident itself but when and how. */
export async function readPublicIncidents(ctx: Reading, { salt, websites }: Shown): Promise<PublicIncident[]> {
  if (websites.length === 0) return [];
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const rows = await readPublicOutages(ctx, [...names.keys()]);
  const incidents = [...Map.groupBy(rows, ({ id }) => id)].map(([id, members]): PublicIncident => {
    const ends = members.map(({ until, endedAt }) => until ?? endedAt);
    const isOver = ends.every((end) => end !== null);
    const starts = members.map((member) => member.since).sort();
    return {
      key: keyOf(salt, id),
      sites: [...new Set(members.map(({ targetId }) => names.get(targetId) ?? ""))].sort(inGerman),
      startedAt: new Date(starts[0] ?? 0),
      endedAt: isOver ? new Date(ends.map(String).sort().at(-1) ?? 0) : null,
    };
  });
  return incidents.sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime()).slice(0, maxIncidents);
}

/** Windows further ahead may still move. */
export const maintenanceDaysAhead = 14;

/** The maintenance that is going on or comes next for the shown websites, without what it is called inside. */
export async function readPublicMaintenance(
  { db, now }: Reading,
  { salt, websites }: Shown,
): Promise<PublicMaintenance[]> {
  if (websites.length === 0) return [];
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const rows = await db
    .selectFrom("checks")
    .select(["targetId", "quietFrom as from", "quietUntil as until"])
    .distinct()
    .where("targetType", "=", "website")
    .where("targetId", "in", [...names.keys()])
    .where("isEnabled", "=", 1)
    .where("quietUntil", ">", now().toISOString())
    .where("quietFrom", "<", new Date(now().getTime() + maintenanceDaysAhead * dayMs).toISOString())
    .execute();
  const windows = [...Map.groupBy(rows, ({ from, until }) => `${from} ${until}`)].map(([key, affected]) => ({
    key: keyOf(salt, key),
    sites: [...new Set(affected.map(({ targetId }) => names.get(targetId) ?? ""))].sort(inGerman),
    startsAt: new Date(affected[0]?.from ?? 0),
    endsAt: new Date(affected[0]?.until ?? 0),
  }));
  return windows.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

const inGerman = (one: string, other: string) => one.localeCompare(other, "de");
const keyOf = (salt: string, id: string) =>
  createHash("sha256").update(`${salt} ${id}`).digest("base64url").slice(0, 16);
