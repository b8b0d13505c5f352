import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { CheckFigures } from "../../checks/store/read-store.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { isCheckTarget } from "./derive.ts";
import { refreshStatuses } from "./refresh-statuses.ts";

type Needed = Pick<Services, "db" | "now" | "live" | "checks">;

const atOnce = 500;

/**
 * Brings response times, uptime, certificates and the time of the last check into the records: the figures by which lists
 * are sorted may be some seconds old. Remembers how far it has come in memory alone; a second process, or the same one
 * after a start, only writes the same once more.
 */
export function openFigures() {
  let seenUntil = 0;
  return async (services: Needed, isStopped?: () => boolean): Promise<void> => {
    await followQuiet(services);
    for (;;) {
      const reader = services.checks.reader();
      if (!reader || isStopped?.()) return;
      const figures = reader.figuresSince(seenUntil, atOnce);
      const last = figures.at(-1);
      if (!last) return;
      await transact(systemContext(services), (tx) => writeFigures(tx, figures));
      // Several may have been seen within the same millisecond: then they are written once more with the next round.
      seenUntil = figures.length < atOnce ? (last.seenAt ?? 0) : Math.max(seenUntil + 1, (last.seenAt ?? 0) - 1);
      if (figures.length < atOnce) return;
      await setImmediate();
    }
  };
}

/** Which check speaks for a record: the first of these kinds that it has. */
const speaking = sql.raw(`case kind when 'http' then 1 when 'ping' then 2 when 'tcp' then 3 when 'smtp' then 4
  when 'dns' then 5 when 'push' then 6 else 9 end`);

async function writeFigures(tx: Tx, figures: readonly CheckFigures[]): Promise<void> {
  const json = JSON.stringify(
    figures.map(({ id, seenAt, totalMs, uptime, outcome, certificateEndsAt, certificateLevel }) => ({
      id,
      at: seenAt === null ? null : new Date(seenAt).toISOString(),
      ms: outcome === "failed" ? null : totalMs,
      uptime,
      certificate: certificateEndsAt === null ? null : new Date(certificateEndsAt).toISOString(),
      level: certificateLevel,
    })),
  );
  const told = sql`select c.target_id as id, c.target_type as type, c.kind, seen.value ->> 'at' as at,
      seen.value ->> 'ms' as ms, seen.value ->> 'uptime' as uptime, seen.value ->> 'certificate' as certificate,
      seen.value ->> 'level' as level,
      row_number() over (partition by c.target_type, c.target_id order by ${speaking}) as place
    from json_each(${json}) as seen cross join checks as c on c.id = seen.value ->> 'id'`;
  await sql`update websites set checked_at = told.at, response_time_ms = told.ms, uptime30d = coalesce(told.uptime, uptime30d)
    from (${told}) as told where told.type = 'website' and told.kind = 'http' and websites.id = told.id`.execute(tx.db);
  const { rows: renewed } = await sql<{ id: string }>`update websites set certificate_expires_at = told.certificate,
      certificate_level = told.level
    from (${told}) as told where told.type = 'website' and told.kind = 'tls' and told.certificate is not null
      and websites.id = told.id and (certificate_expires_at, certificate_level) is not (told.certificate, told.level) returning websites.id`.execute(
    tx.db,
  );
  await deriveDeadlines(
    tx,
    "website",
    renewed.map(({ id }) => id),
  );
  await sql`update hosts set checked_at = told.at, uptime30d = coalesce(told.uptime, uptime30d)
    from (${told}) as told where told.type = 'host' and told.place = 1 and hosts.id = told.id`.execute(tx.db);
  await sql`update domains set checked_at = told.at
    from (${told}) as told where told.type = 'domain' and told.place = 1 and domains.id = told.id`.execute(tx.db);
}

/** Windows of maintenance that begin or end turn the status of what stands in them. */
async function followQuiet(services: Needed): Promise<void> {
  const at = services.now().toISOString();
  const rows = await services.db
    .selectFrom("checks as c")
    .leftJoin("websites as w", (join) => join.onRef("w.id", "=", "c.targetId").on("c.targetType", "=", "website"))
    .leftJoin("hosts as h", (join) => join.onRef("h.id", "=", "c.targetId").on("c.targetType", "=", "host"))
    .leftJoin("domains as d", (join) => join.onRef("d.id", "=", "c.targetId").on("c.targetType", "=", "domain"))
    .select(["c.targetType as type", "c.targetId as id"])
    .where("c.quietUntil", "is not", null)
    .where("c.isEnabled", "=", 1)
    .where(
      sql<boolean>`(coalesce(w.status, h.status, d.state) = 'maintenance') <> (c.quiet_from <= ${at} and ${at} < c.quiet_until)`,
    )
    .limit(atOnce)
    .execute();
  if (rows.length === 0) return;
  await transact(systemContext(services), async (tx) => {
    for (const [type, of] of Map.groupBy(rows, (row) => row.type))
      if (isCheckTarget(type)) await refreshStatuses(tx, type, [...new Set(of.map(({ id }) => id))]);
  });
}
