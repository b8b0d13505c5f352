import type { Role } from "../../../contract/roles.ts";
import { differing } from "../../auth/user-preferences.ts";
import type { Db } from "../../db/connection.ts";
import type { Log } from "../../log.ts";
import type { Bus } from "../../nodes/bus.ts";
import type { SocketOwner } from "./open-sockets.ts";
import type { SocketGate } from "./socket-gate.ts";

const lookEveryMs = 1000;

/** What a socket's person was when it was admitted. */
interface AdmittedPerson extends SocketOwner {
  person: { role: Role; isInvisible?: boolean | undefined };
}

/**
 * Closes the sockets of sessions that have ended elsewhere, such as by a command on the host: requests read their session
 * each time, open sockets would not notice. What another node has done to a person is looked up as well, once after a
 * gap and each second while nobody can tell.
 */
export function endLostSessions(
  { db, log, bus }: { db: Db; log: Log; bus: Pick<Bus, "isConnected" | "onGap"> },
  sockets: Pick<SocketGate<AdmittedPerson>, "openSessions" | "openAdmissions" | "closeSession" | "closeUser">,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let mustLookAtPeople = false;
  const look = async () => {
    const open = sockets.openSessions();
    if (open.length === 0) return;
    const rows = await db.selectFrom("sessions").select("id").where("id", "in", open).execute();
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of open) if (!alive.has(id)) sockets.closeSession(id);
    if (!mustLookAtPeople && bus.isConnected()) return;
    mustLookAtPeople = false;
    await lookAtPeople(db, sockets);
  };
  const stopListening = bus.onGap(() => {
    mustLookAtPeople = true;
  });
  const timer = setInterval(() => {
    running ??= look()
      .catch((err: unknown) => log.error({ err }, "open sockets could not be compared with sessions"))
      .finally(() => {
        running = undefined;
      });
  }, lookEveryMs);
  return {
    async stop() {
      stopListening();
      clearInterval(timer);
      await running;
    },
  };
}

/** A socket keeps the rights with which it was admitted: it is closed where they have changed, and comes back with others. */
async function lookAtPeople(
  db: Db,
  sockets: Pick<SocketGate<AdmittedPerson>, "openAdmissions" | "closeUser">,
): Promise<void> {
  const open = sockets.openAdmissions();
  if (open.length === 0) return;
  const rows = await db
    .selectFrom("users")
    .leftJoin("userPreferences", "userPreferences.userId", "users.id")
    .select(["users.id", "users.role", "users.deactivatedAt", "userPreferences.valuesJson"])
    .where("users.id", "in", [...new Set(open.map(({ userId }) => userId))])
    .execute();
  const people = new Map(rows.map((row) => [row.id, row]));
  for (const { userId, person } of open) {
    const row = people.get(userId);
    const isInvisible = differing(row?.valuesJson)?.isInvisible ?? false;
    const isAsAdmitted =
      row?.role === person.role && row.deactivatedAt === null && isInvisible === (person.isInvisible ?? false);
    if (!isAsAdmitted) sockets.closeUser(userId);
  }
}
