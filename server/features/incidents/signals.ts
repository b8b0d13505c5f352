import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";
import type { Signal } from "../../live/publisher.ts";
import { peopleInCharge } from "./people.ts";

type IncidentSignal = Extract<Signal, { event: "incidentOpened" | "incidentClaimed" | "incidentResolved" }>;

/** Tells maintainers and whoever is responsible for what an incident hits; others learn of it from their lists. */
async function signalIncident(tx: Tx, id: string, signal: IncidentSignal): Promise<void> {
  tx.signal(signal);
  const isMaintainer = new Set(
    (await activeUsers(tx.db).select("id").where("role", "in", ["admin", "maintainer"]).execute()).map((row) => row.id),
  );
  for (const toUserId of await peopleInCharge(tx.db, id))
    if (!isMaintainer.has(toUserId)) tx.signal({ ...signal, toUserId });
}

async function named(tx: Tx, id: string) {
  const incident = await tx.db
    .selectFrom("incidents")
    .select(["id", "number", "title"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { total } = await tx.db
    .selectFrom("incidentMembers")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("incidentId", "=", id)
    .executeTakeFirstOrThrow();
  return { ...incident, affected: Number(total) };
}

export async function signalOpened(tx: Tx, id: string): Promise<void> {
  await signalIncident(tx, id, { event: "incidentOpened", payload: { incident: await named(tx, id) } });
}

export async function signalResolved(tx: Tx, id: string): Promise<void> {
  await signalIncident(tx, id, { event: "incidentResolved", payload: { incident: await named(tx, id) } });
}

/** Null when nobody takes care of it any more. */
export async function signalClaimed(tx: Tx, id: string, userId: string | null): Promise<void> {
  const person = userId
    ? await tx.db.selectFrom("users").select(["id", "name"]).where("id", "=", userId).executeTakeFirst()
    : undefined;
  const payload = { incident: await named(tx, id), ...(person && { person }) };
  await signalIncident(tx, id, { event: "incidentClaimed", payload });
}
