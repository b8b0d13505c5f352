import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { CheckFigures, StoreReader } from "../../checks/store/read-store.ts";
import type { Db } from "../../db/connection.ts";
import { isLocked } from "../../db/dialect/error-codes.ts";
import { eachObject, stringsOf } from "../../db/dialect/json.ts";
import { orderedJoin } from "../../db/dialect/planning.ts";
import { silentContext, type Tx, transact } from "../../db/transact.ts";

/** The certificate that a check has seen of a website, where its record does not say so yet. */
export interface SeenByCheck {
  checkId: string;
  endsAt: string;
  level: string | null;
}

interface Needed {
  db: Db;
  now(): Date;
  reader(): StoreReader | undefined;
  isStopped?: (() => boolean) | undefined;
}

/**
 * Whoever writes at the same time waits for so many records, some five milliseconds; and whoever reads after each of
 * these transactions reads its pages anew, so that many small ones would slow down more lists.
 */
const atOnce = 300;
const pauseMs = 5;

/**
 * Brings response times, uptime, the certificates of hosts and the time of the last check into the records: the figures by which lists are sorted may
 * be some seconds old. Remembers how far it has come in memory alone; a second process, or the same one after a start, only
 * writes the same once more. What follows from a certificate is left to the caller, who is told.
 */
export function openFigureWriter(): (needed: Needed) => Promise<SeenByCheck[]> {
  let seenUntil = 0;
  return async ({ db, now, reader, isStopped }) => {
    const certificates: SeenByCheck[] = [];
    for (;;) {
      const figures = isStopped?.() ? [] : (reader()?.figuresSince(seenUntil, atOnce) ?? []);
      const last = figures.at(-1);
      if (!last) return certificates;
      const written = await transact(silentContext({ db, now }), (tx) => write(tx, figures, reader)).catch(unlessBusy);
      if (!written) return certificates;
      certificates.push(...written);
      // Several may have been seen within the same millisecond: then they are written once more with the next round.
      seenUntil = figures.length < atOnce ? (last.seenAt ?? 0) : Math.max(seenUntil + 1, (last.seenAt ?? 0) - 1);
      if (figures.length < atOnce) return certificates;
      await pause(pauseMs);
    }
  };
}

/** Somebody writes for long, such as an import: the next round comes soon. */
function unlessBusy(error: unknown): undefined {
  if (isLocked(error)) return undefined;
  throw error;
}

/** Which check speaks for a record: the first of these kinds that it has. */
const speaking = (check: "c" | "other") =>
  sql.raw(`case ${check}.kind when 'http' then 1 when 'ping' then 2 when 'tcp' then 3 when 'smtp' then 4
    when 'dns' then 5 when 'push' then 6 else 9 end`);

async function write(tx: Tx, figures: readonly CheckFigures[], reader: Needed["reader"]): Promise<SeenByCheck[]> {
  const told = sql`select c.target_id as id, c.target_type as type, c.kind, seen.value ->> 'at' as at,
      cast(seen.value ->> 'ms' as integer) as ms, cast(seen.value ->> 'uptime' as integer) as uptime,
      row_number() over (partition by c.target_type, c.target_id order by seen.value ->> 'at' desc nulls last) as place
    from ${eachObject(JSON.stringify(figures.map(toSeen)))} as seen ${orderedJoin} checks as c on c.id = seen.value ->> 'id'
    where not exists (select 1 from checks as other where other.target_type = c.target_type
      and other.target_id = c.target_id and other.is_enabled = 1 and other.removed_at is null and other.paused_at is null
      and ${speaking("other")} < ${speaking("c")})`;
  const hasNewUptime = (table: RawBuilder<unknown>) => sql`uptime30d = coalesce(told.uptime, ${table}.uptime30d)`;
  await sql`update websites set checked_at = told.at, response_time_ms = told.ms, ${hasNewUptime(sql`websites`)}
    from (${told}) as told where told.type = 'website' and told.kind = 'http' and told.place = 1 and websites.id = told.id`.execute(
    tx.db,
  );
  await sql`update hosts set checked_at = told.at, response_time_ms = told.ms, ${hasNewUptime(sql`hosts`)}
    from (${told}) as told where told.type = 'host' and told.place = 1 and hosts.id = told.id`.execute(tx.db);
  await sql`update domains set checked_at = told.at, response_time_ms = told.ms, ${hasNewUptime(sql`domains`)}
    from (${told}) as told where told.type = 'domain' and told.place = 1 and domains.id = told.id`.execute(tx.db);
  await writeHostCertificates(tx, figures, reader);
  return readNewCertificates(tx, figures);
}

/** A host may show several certificates, one for each port: the first that ends is told. */
async function writeHostCertificates(
  { db }: Tx,
  figures: readonly CheckFigures[],
  reader: Needed["reader"],
): Promise<void> {
  const seen = figures.filter(({ certificateEndsAt }) => certificateEndsAt !== null).map(({ id }) => id);
  if (seen.length === 0) return;
  const ofHosts = db
    .selectFrom("checks")
    .where("targetType", "=", "host")
    .where("kind", "=", "tls")
    .where("isEnabled", "=", 1)
    .where("removedAt", "is", null);
  const touched = ofHosts.select("targetId").where("id", "in", seen);
  const checks = await ofHosts.select(["id", "targetId"]).where("targetId", "in", touched).execute();
  const known = new Map(
    reader()
      ?.figures(checks.map(({ id }) => id))
      .map((each) => [each.id, each]),
  );
  for (const [hostId, own] of Map.groupBy(checks, ({ targetId }) => targetId)) {
    const [first] = own
      .flatMap(({ id }) => known.get(id) ?? [])
      .filter(({ certificateEndsAt }) => certificateEndsAt !== null)
      .toSorted((one, other) => Number(one.certificateEndsAt) - Number(other.certificateEndsAt));
    if (first?.certificateEndsAt == null) continue;
    const certificateExpiresAt = new Date(first.certificateEndsAt).toISOString();
    const { certificateLevel } = first;
    await db.updateTable("hosts").set({ certificateExpiresAt, certificateLevel }).where("id", "=", hostId).execute();
  }
}

/**
 * What is still looked at, but at no certificate any more, has none: a website that left https, a host without a port for
 * TLS. Returns the ids of those that had one.
 */
export async function forgetCertificates({ db }: Tx, type: "website" | "host", idsJson: string): Promise<string[]> {
  const table = sql.table(type === "host" ? "hosts" : "websites");
  const checks = sql`checks as c where c.target_type = ${type} and c.target_id = ${table}.id and c.is_enabled = 1
    and c.removed_at is null`;
  const { rows } = await sql<{ id: string }>`update ${table} set certificate_expires_at = null, certificate_level = null
    where id in ${stringsOf(idsJson)} and certificate_expires_at is not null
      and exists (select 1 from ${checks}) and not exists (select 1 from ${checks} and c.kind = 'tls')
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const toSeen = ({ id, seenAt, totalMs, uptime, outcome }: CheckFigures) => ({
  id,
  at: seenAt === null ? null : new Date(seenAt).toISOString(),
  ms: outcome === "failed" ? null : totalMs,
  uptime,
});

async function readNewCertificates({ db }: Tx, figures: readonly CheckFigures[]): Promise<SeenByCheck[]> {
  const seen = figures.flatMap(({ id, certificateEndsAt, certificateLevel }) =>
    certificateEndsAt === null
      ? []
      : [{ checkId: id, endsAt: new Date(certificateEndsAt).toISOString(), level: certificateLevel }],
  );
  if (seen.length === 0) return [];
  const { rows } = await sql<SeenByCheck>`select c.id as check_id, seen.value ->> 'endsAt' as ends_at,
      seen.value ->> 'level' as level
    from ${eachObject(JSON.stringify(seen))} as seen ${orderedJoin} checks as c on c.id = seen.value ->> 'checkId'
      inner join websites as w on w.id = c.target_id and c.target_type = 'website' and c.kind = 'tls'
    where (w.certificate_expires_at, w.certificate_level) is distinct from (seen.value ->> 'endsAt', seen.value ->> 'level')`.execute(
    db,
  );
  return rows;
}
