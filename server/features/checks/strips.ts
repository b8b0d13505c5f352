import { sql } from "kysely";
import type { z } from "zod";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import { type StateSeconds, stateOf, sumSeconds } from "../../../contract/checks/segments.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { type Strip, stripDays } from "../../../contract/checks/strips.ts";
import type { listStrips as contract } from "../../../contract/checks/strips-input.ts";
import { type Spans, uptimeOf } from "../../../contract/checks/uptime.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Bucket } from "../../checks/store/buckets.ts";
import type { Db } from "../../db/connection.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import { prepare } from "../../db/prepare.ts";
import { readableAmong } from "../../records/readable.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";

/** A record day by day, the oldest first, with what the days come to in basis points; null where nothing is known. */
export interface CountedStrip {
  days: CheckStatus[];
  uptimes: (number | null)[];
  uptime: number | null;
}

/** Which check speaks for a record: the first of these kinds that it has. */
const speakers = ["http", "ping", "tcp", "smtp", "dns", "push"] as const;

const selectEnabled = prepare((db: Db, type: CheckTargetType, idsJson: string) =>
  db
    .selectFrom("checks")
    .select(["id", "kind", "targetId"])
    .where("targetType", "=", type)
    .where(sql<boolean>`target_id in ${stringsOf(idsJson)}`)
    .where("isEnabled", "=", 1),
);

/** The seconds of each outcome as seconds of states. */
export const secondsOf = ({ ok, degraded, failed, unknown, maintenance }: Spans): StateSeconds => ({
  online: ok,
  degraded,
  offline: failed,
  unknown,
  maintenance,
});

/** The checks that speak for records, by the ids of those; records without one are absent. */
export async function speakingChecks(
  { db }: Pick<Services, "db">,
  type: CheckTargetType,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectEnabled(db, type, JSON.stringify(ids));
  const found = new Map<string, string>();
  for (const kind of speakers)
    for (const row of rows) if (row.kind === kind && !found.has(row.targetId)) found.set(row.targetId, row.id);
  return found;
}

/** The last month of what a list shows, as far as the person may read it. */
export async function listStrips(ctx: PersonContext, { type, ids }: z.infer<typeof contract>): Promise<Strip[]> {
  const readable = await readableAmong(ctx.db, type, ids, ctx.person);
  const strips = await readStrips(ctx, { type, ids: ids.filter((id) => readable.has(id)), count: stripDays });
  return [...strips].map(([id, { days, uptimes }]) => ({ id, days, uptimes }));
}

type Reading = Pick<Services, "db" | "now" | "checks">;

/** The last days of records by their ids; those of which nothing was ever measured are absent. */
export async function readStrips(
  ctx: Reading,
  { type, ids, count }: { type: CheckTargetType; ids: readonly string[]; count: number },
): Promise<Map<string, CountedStrip>> {
  const reader = ctx.checks.reader();
  if (!reader || ids.length === 0) return new Map();
  const today = portalDate(ctx.now());
  const calendar = Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
  const strips = new Map<string, CountedStrip>();
  for (const [id, checkId] of await speakingChecks(ctx, type, ids)) {
    const buckets = new Map(reader.days(checkId, calendar[0] ?? today, today).map(({ day, bucket }) => [day, bucket]));
    if (buckets.size > 0) strips.set(id, stripOf(calendar.map((day) => buckets.get(day))));
  }
  return strips;
}

function stripOf(days: readonly (Bucket | undefined)[]): CountedStrip {
  const spans = days.flatMap((bucket) => (bucket ? [{ seconds: secondsOf(bucket.spans) }] : []));
  const { online = 0, degraded = 0, offline = 0 } = sumSeconds(spans);
  return {
    days: days.map((bucket) => (bucket ? stateOf(secondsOf(bucket.spans)) : "unknown")),
    uptimes: days.map((bucket) => (bucket ? uptimeOf(bucket.spans) : null)),
    uptime: uptimeOf({ ok: online, degraded, failed: offline, unknown: 0, maintenance: 0 }),
  };
}
