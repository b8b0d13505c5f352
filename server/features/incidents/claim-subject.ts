import { openStates } from "../../../contract/incidents/incidents.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { ClaimSubject } from "../claims/subjects.ts";
import { writeEntry } from "./entries.ts";
import { signalClaimed } from "./signals.ts";
import { tellClaim } from "./tell.ts";

/** An incident can be taken care of until it is over; whoever does is asked for a sign every two hours. */
export const incidentSubject: ClaimSubject = {
  lasts: "untilNoSign",
  category: "incident",
  async find(db, id) {
    const incident = await db
      .selectFrom("incidents")
      .select(["title", "state", "archivedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!incident) return undefined;
    return {
      title: incident.title,
      href: `/incidents/${id}`,
      isOpen: incident.archivedAt === null && isOneOf(openStates, incident.state),
      history: { type: "incident", id },
      restrictedBy: null,
    };
  },
  async follow(tx, id, userId) {
    await tellClaim(tx, id);
    const at = tx.now().toISOString();
    const moved = await tx.db
      .updateTable("incidents")
      .set((eb) => ({ state: userId ? "claimed" : "open", updatedAt: at, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .where("state", "=", userId ? "open" : "claimed")
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await writeEntry(tx, id, { kind: userId ? "claimed" : "released", byId: userId ?? tx.actorId ?? null });
    if (userId) tx.announce({ kind: "incident.claimed", subject: { type: "incident", id } });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
    await signalClaimed(tx, id, userId);
    tx.wake("incidents");
  },
};
