import { sql } from "kysely";
import { incidents as declaration, endReasons, openStates } from "../../../contract/incidents/incidents.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { Tx } from "../../db/transact.ts";
import { forbidden } from "../../problem.ts";
import type { RecordStore } from "../../records/store.ts";
import { endClaimIn } from "../claims/claims.ts";
import { writeEntry } from "./entries.ts";
import { signalResolved } from "./signals.ts";
import { tellEnd } from "./tell.ts";

/** What the portal finds out or somebody reports; what is measured moves by itself, whatever people write beside it. */
export const incidents: RecordStore = {
  declaration,
  table: "incidents",
  ranks: { state: "stateRank" },
  derived: {
    memberCount: () => sql`select count(*) from incident_members where incident_id = record.id`,
    claimedById: () =>
      sql`select user_id from claims where subject_type = 'incident' and subject_id = record.id limit 1`,
    websites: () => sql`null`,
    hosts: () => sql`null`,
    customers: () => sql`null`,
  },
  members: {
    websites: { table: "incidentMembers", own: "incidentId", other: "targetId" },
    hosts: { table: "incidentMembers", own: "incidentId", other: "targetId" },
    customers: { table: "incidentMembers", own: "incidentId", other: "customerId" },
  },
  async complete(tx, _ctx, values, before) {
    if (before) return values;
    return { ...values, number: await nextIncidentNumber(tx), state: "open", startedAt: tx.now().toISOString() };
  },
  further: {
    columns: ["kind", "rootType", "rootId", "tellAfter", "toldAt", "escalatedAt", "reminded", "absorbedById"],
    of: async (tx) => ({ kind: "manual", tellAfter: tx.now().toISOString(), reminded: 0 }),
  },
  async afterCreate(tx, ctx, { id }) {
    await writeEntry(tx, id, { kind: "opened", text: "Von Hand gemeldet", byId: ctx.person.id });
    tx.wake("incidents");
  },
  async beforeArchive(tx, _ctx, { id }) {
    const { state, kind } = await readState(tx, id);
    if (kind !== "manual" && isOneOf(openStates, state))
      throw forbidden("Die Störung ist noch offen. Schließe sie zuerst.");
  },
  /** What was reported by hand, and turns out to be nothing, is over with that. */
  async afterArchive(tx, ctx, { id }) {
    const { state } = await readState(tx, id);
    if (!isOneOf(openStates, state)) return;
    await tx.db
      .updateTable("incidents")
      .set({ state: "closed", endReason: "falseAlarm", endedAt: tx.now().toISOString(), tellAfter: null })
      .where("id", "=", id)
      .execute();
    await endClaimIn(tx, { type: "incident", id });
    await writeEntry(tx, id, { kind: "closed", text: endReasons.falseAlarm, byId: ctx.person.id });
    await tellEnd(tx, id, "falseAlarm");
    await signalResolved(tx, id);
  },
};

function readState({ db }: Tx, id: string) {
  return db.selectFrom("incidents").select(["state", "kind"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Two who ask at once get two numbers. */
export async function nextIncidentNumber(tx: Tx): Promise<number> {
  const { next } = await tx.db
    .insertInto("numberRanges")
    .values({ name: "incident", next: 2 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet((eb) => ({ next: eb("numberRanges.next", "+", 1) })))
    .returning("next")
    .executeTakeFirstOrThrow();
  return next - 1;
}
