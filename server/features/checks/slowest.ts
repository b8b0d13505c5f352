import { sql } from "kysely";
import { maxSlowest, type SlowWebsite, slowestParts, type WatchFigures } from "../../../contract/checks/slowest.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { speakingChecks } from "./strips.ts";

const dayS = 24 * 60 * 60;

const selectSlowest = prepare((db: Db) =>
  db
    .selectFrom("websites")
    .select(["id", "title as label", "status", "responseTimeMs"])
    .where("archivedAt", "is", null)
    .where("lifecycle", "=", "live")
    // By these words the index of what is watched is found.
    .where(sql<boolean>`status in ('online', 'degraded', 'offline')`)
    .where("status", "<>", "offline")
    .where("responseTimeMs", "is not", null)
    .orderBy("responseTimeMs", "desc")
    .orderBy("id")
    .limit(maxSlowest),
);

/** The live websites whose last answer took longest, with their last day; everybody may read websites. */
export async function listSlowest(ctx: PersonContext): Promise<SlowWebsite[]> {
  const rows = await selectSlowest(ctx.db);
  const reader = ctx.checks.reader();
  const ids = rows.map(({ id }) => id);
  const checks = reader ? await speakingChecks(ctx, "website", ids) : new Map<string, string>();
  const untilS = Math.floor(ctx.now().getTime() / 1000);
  const fromS = untilS - dayS;
  return rows.map(({ responseTimeMs, ...row }) => {
    const checkId = checks.get(row.id);
    const results = checkId ? (reader?.results(checkId, fromS, untilS) ?? []) : [];
    const answers = results.flatMap(({ atS, outcome, times: [, , , , total] }) =>
      total === null || total === undefined || outcome === "failed" ? [] : [{ atS, total }],
    );
    return { ...row, responseTimeMs: responseTimeMs ?? 0, course: courseOf(answers, fromS) };
  });
}

function courseOf(answers: readonly { atS: number; total: number }[], fromS: number): (number | null)[] {
  const byPart = Map.groupBy(answers, ({ atS }) => Math.floor(((atS - fromS) / dayS) * slowestParts));
  return Array.from({ length: slowestParts }, (_, part) => {
    const inPart = byPart.get(part);
    return inPart ? Math.round(inPart.reduce((sum, { total }) => sum + total, 0) / inPart.length) : null;
  });
}

const selectFigures = prepare(
  () => sql<Record<"watched" | "online" | "average" | "certificates" | "hosts", number | null>>`
    select count(*) as watched, count(case when status = 'online' then 1 end) as online,
      avg(case when status in ('online', 'degraded') then response_time_ms end) as average,
      (select count(*) from websites where archived_at is null
        and certificate_level in ('warning', 'critical', 'expired')) as certificates,
      (select count(*) from hosts where archived_at is null and status in ('offline', 'degraded')) as hosts
    from websites where archived_at is null and lifecycle = 'live' and status in ('online', 'degraded', 'offline')`,
);

/** How what is watched is doing, as the lists behind the figures say it. */
export async function readWatchFigures({ db }: PersonContext): Promise<WatchFigures> {
  const [figures] = await selectFigures(db);
  const { watched, online, average = null, certificates, hosts } = figures ?? {};
  return {
    websites: { watched: watched ?? 0, online: online ?? 0 },
    averageMs: average === null ? null : Math.round(average),
    certificates: certificates ?? 0,
    hosts: hosts ?? 0,
  };
}
