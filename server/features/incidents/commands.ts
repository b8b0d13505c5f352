import type { z } from "zod";
import { endReasons, openStates } from "../../../contract/incidents/incidents.ts";
import type * as contract from "../../../contract/incidents/incidents-input.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { endClaimIn } from "../claims/claims.ts";
import { claim } from "../claims/commands.ts";
import { endMembers, noteChange } from "./apply.ts";
import { writeEntry } from "./entries.ts";
import { readIncident } from "./queries.ts";
import { signalResolved } from "./signals.ts";
import { tellEnd } from "./tell.ts";

/** „Ich kümmere mich“, answered with the incident as it is then. */
export async function claimIncident(ctx: PersonContext, { id }: { id: string }) {
  await claim(ctx, { type: "incident", id });
  return readIncident(ctx, { id });
}

/**
 * Ends an incident, or says of one that is over how it ended, also otherwise than somebody has said before. What is still
 * down in it is left to itself: it makes a new incident once it was up and goes down again.
 */
export async function closeIncident(
  ctx: PersonContext,
  { id, reason, note, version }: z.output<typeof contract.closeIncident>,
) {
  await transact(ctx, async (tx) => {
    const before = await readState(tx, id);
    if (version !== undefined && version !== before.version)
      throw new Problem("conflict", { message: "Diese Störung hat sich inzwischen geändert. Lade sie neu." });
    const said = before.state === "closed" ? before.endReason : undefined;
    if (said === null)
      throw new Problem("precondition", { message: "Diese Störung ist Teil einer größeren; deren Ausgang zählt." });
    if (said === reason)
      throw new Problem("precondition", { message: `Als Ausgang steht schon „${endReasons[reason]}“ da.` });
    const at = tx.now().toISOString();
    const wasOpen = isOneOf(openStates, before.state);
    const { numUpdatedRows } = await tx.db
      .updateTable("incidents")
      .set((eb) => ({
        state: "closed",
        endReason: reason,
        tellAfter: null,
        updatedAt: at,
        updatedById: ctx.person.id,
        endedAt: before.endedAt ?? at,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("version", "=", before.version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem("conflict", { message: "Diese Störung hat sich gerade geändert." });
    await endMembers(tx, id, at);
    await endClaimIn(tx, { type: "incident", id });
    if (note) await writeEntry(tx, id, { kind: "note", text: note });
    if (said) {
      await writeEntry(tx, id, { kind: "corrected", text: `${endReasons[reason]}, bisher: ${endReasons[said]}` });
      await noteChange(tx, id, "incident.corrected", { before: { endReason: said }, after: { endReason: reason } });
    } else {
      await writeEntry(tx, id, { kind: "closed", text: endReasons[reason] });
      await noteChange(tx, id, "incident.closed");
    }
    if (wasOpen) {
      await tellEnd(tx, id, reason);
      await signalResolved(tx, id);
    }
  });
  return readIncident(ctx, { id });
}

/** Writes a note into the timeline; what is sent twice stands there once. */
export async function noteIncident(
  ctx: PersonContext,
  { id, text, clientId }: z.output<typeof contract.noteIncident>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await readState(tx, id);
    await writeEntry(tx, id, { kind: "note", text, byId: ctx.person.id, clientId: clientId ?? null });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
    return { id };
  });
}

async function readState({ db }: Tx, id: string) {
  const row = await db
    .selectFrom("incidents")
    .select(["state", "endReason", "version", "endedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
