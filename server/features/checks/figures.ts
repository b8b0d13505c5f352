import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { eachObject } from "../../db/dialect/json.ts";
import { orderedJoin } from "../../db/dialect/planning.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { isCheckTarget } from "./derive.ts";
import { refreshStatuses } from "./refresh-statuses.ts";
import { openFigureWriter, type SeenByCheck } from "./write-figures.ts";

type Needed = Pick<Services, "db" | "now" | "live" | "checks">;

const atOnce = 100;

/** Brings what checks have found out into the records, in the thread of whoever asks; the portal has one for it. */
export function openFigures() {
  const write = openFigureWriter();
  return async (services: Needed): Promise<void> =>
    followFigures(services, () => write({ ...services, reader: services.checks.reader }));
}

/** What begins or ends by the clock, and what follows from the figures that `write` brings into the records. */
export async function followFigures(services: Needed, write: () => Promise<SeenByCheck[]>): Promise<void> {
  await followQuiet(services);
  const certificates = await write();
  for (let from = 0; from < certificates.length; from += atOnce) {
    await keepCertificates(services, certificates.slice(from, from + atOnce));
    await setImmediate();
  }
}

async function keepCertificates(services: Needed, certificates: readonly SeenByCheck[]): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    const { rows } = await sql<{ id: string }>`update websites set certificate_expires_at = seen.value ->> 'endsAt',
        certificate_level = seen.value ->> 'level'
      from ${eachObject(JSON.stringify(certificates))} as seen ${orderedJoin} checks as c on c.id = seen.value ->> 'checkId'
      where c.target_type = 'website' and websites.id = c.target_id returning websites.id`.execute(tx.db);
    await deriveDeadlines(
      tx,
      "website",
      rows.map(({ id }) => id),
    );
  });
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
