import { openStates } from "../../../contract/incidents/incidents.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Tx } from "../../db/transact.ts";
import { isExpected } from "../change-events/record.ts";
import { openWhole, recover } from "./follow-events.ts";

const notDelegated = "notDelegated";

/**
 * A domain that its ending no longer delegates is gone for everybody, whatever its checks still find in caches: that is an
 * incident, once for each time. Where it was expected, the incident waits until the move or the maintenance is over.
 */
export async function followDelegation(tx: Tx, id: string, isDelegated: boolean): Promise<void> {
  const target = { type: "domain", id } as const;
  if (isDelegated) {
    if (await isDownBy(tx, id)) await recover(tx, [{ ...target, at: tx.now() }]);
    return;
  }
  const lostAt = await readLoss(tx, id);
  if (lostAt === undefined || (await isKnownSince(tx, id, lostAt)) || (await isMeant(tx, id))) return;
  const at = tx.now();
  if (await isExpected(tx, target, at.toISOString())) return;
  await openWhole(tx, [{ ...target, at, code: notDelegated, text: "Nicht mehr delegiert" }]);
}

/** Whether an open incident has a domain because it is not delegated. */
async function isDownBy({ db }: Tx, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .select("m.targetId")
    .where("m.targetId", "=", id)
    .where("m.cause", "=", notDelegated)
    .where("m.until", "is", null)
    .where("i.state", "in", [...openStates])
    .executeTakeFirst();
  return row !== undefined;
}

/** When it was noticed last that a domain is delegated otherwise; undefined for one that never was. */
async function readLoss({ db }: Tx, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("changeEvents")
    .select("at")
    .where("targetType", "=", "domain")
    .where("targetId", "=", id)
    .where("kind", "=", "delegation")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** Whether an incident has had the domain since: what somebody has closed is not opened again with the next look. */
async function isKnownSince({ db }: Tx, id: string, at: string): Promise<boolean> {
  const row = await db
    .selectFrom("incidentMembers")
    .select("targetId")
    .where("targetType", "=", "domain")
    .where("targetId", "=", id)
    .where("since", ">=", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether somebody has cancelled the domain or given it away for a day that has come. */
async function isMeant({ db, now }: Tx, id: string): Promise<boolean> {
  const domain = await db
    .selectFrom("domains")
    .select(["renewDecision", "endsAt", "renewsAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (domain?.renewDecision !== "cancel" && domain?.renewDecision !== "handOver") return false;
  const day = domain.endsAt ?? domain.renewsAt;
  return day !== null && day <= portalDate(now());
}
