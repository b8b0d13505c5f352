import type { z } from "zod";
import { foldText } from "../../../contract/values/fold.ts";
import {
  maxVantagePoints,
  type OpenedVantagePoint,
  type VantagePointView,
} from "../../../contract/vantage-points/vantage-points.ts";
import type * as contract from "../../../contract/vantage-points/vantage-points-input.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readVantagePoint } from "./queries.ts";

/** Lets secret scanners and people recognise the token of an agent. */
const prefix = "mtca_";
const hintLength = 11;

const alreadyCreated =
  "Dieser Messpunkt wurde schon angelegt, nur die Antwort kam nicht an. Sein Token wird kein zweites Mal gezeigt: Erneuere es in der Liste.";

/** Makes a vantage point; this answer is the only place where the token of its agent can be read. */
export async function createVantagePoint(
  ctx: PersonContext,
  { name, creationId }: z.infer<typeof contract.createVantagePoint>,
): Promise<OpenedVantagePoint> {
  const id = newId();
  const token = prefix + newToken();
  await transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "vantagePoint", creationId, id }, alreadyCreated);
    const { count } = await tx.db
      .selectFrom("vantagePoints")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= maxVantagePoints)
      throw new Problem("precondition", { message: `Es kann höchstens ${maxVantagePoints} Messpunkte geben.` });
    await tx.db
      .insertInto("vantagePoints")
      .values({ id, ...(await namesFor(tx, name)), ...keptOf(token), createdAt: tx.now().toISOString() })
      .execute();
    await tx.record({ kind: "vantagePoint.created", subject: { type: "vantagePoint", id }, after: { name } });
  });
  return { ...(await readVantagePoint(ctx, id)), token };
}

export async function renameVantagePoint(
  ctx: PersonContext,
  { id, name }: z.infer<typeof contract.renameVantagePoint>,
): Promise<VantagePointView> {
  await transact(ctx, async (tx) => {
    const before = await requirePoint(tx, id);
    await tx.db
      .updateTable("vantagePoints")
      .set(await namesFor(tx, name, id))
      .where("id", "=", id)
      .execute();
    await tx.record({
      kind: "vantagePoint.updated",
      subject: { type: "vantagePoint", id },
      before: { name: before },
      after: { name },
    });
    tx.wake("checks");
  });
  return readVantagePoint(ctx, id);
}

/** Gives its agent another token; the one before is worth nothing from here on. */
export async function renewVantagePoint(ctx: PersonContext, { id }: { id: string }): Promise<OpenedVantagePoint> {
  const token = prefix + newToken();
  await transact(ctx, async (tx) => {
    const name = await requirePoint(tx, id);
    const kept = { ...keptOf(token), renewedAt: tx.now().toISOString() };
    await tx.db.updateTable("vantagePoints").set(kept).where("id", "=", id).execute();
    await tx.record({ kind: "vantagePoint.renewed", subject: { type: "vantagePoint", id }, after: { name } });
  });
  return { ...(await readVantagePoint(ctx, id)), token };
}

/** Ends the token of its agent at once; what is checked from there stays chosen for the next one. */
export async function revokeVantagePoint(ctx: PersonContext, { id }: { id: string }): Promise<VantagePointView> {
  await transact(ctx, async (tx) => {
    const name = await requirePoint(tx, id);
    await tx.db.updateTable("vantagePoints").set({ tokenHash: null, hint: "" }).where("id", "=", id).execute();
    await tx.record({ kind: "vantagePoint.revoked", subject: { type: "vantagePoint", id }, after: { name } });
    tx.wake("checks");
  });
  return readVantagePoint(ctx, id);
}

/** Removes a vantage point; what was checked from there alone is the portal's again. */
export async function deleteVantagePoint(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const name = await requirePoint(tx, id);
    await tx.db.deleteFrom("vantagePoints").where("id", "=", id).execute();
    await tx.record({ kind: "vantagePoint.deleted", subject: { type: "vantagePoint", id }, before: { name } });
    tx.wake("checkPlans");
    return { id };
  });
}

async function requirePoint(tx: Tx, id: string): Promise<string> {
  const row = await tx.db.selectFrom("vantagePoints").select("name").where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row.name;
}

/** Incidents name vantage points: two of one name, or one called as the portal, could not be told apart. */
async function namesFor(tx: Tx, name: string, ownId = "") {
  const foldedName = foldText(name);
  if (foldedName === foldText("Portal")) throw takenName("Name: „Portal“ heißt schon, was das Portal selbst prüft.");
  const other = await tx.db
    .selectFrom("vantagePoints")
    .select("id")
    .where("foldedName", "=", foldedName)
    .where("id", "!=", ownId)
    .executeTakeFirst();
  if (other) throw takenName("Name: So heißt schon ein anderer Messpunkt.");
  return { name, foldedName };
}

const takenName = (message: string) => new Problem("conflict", { message, fields: { name: [message] } });

const keptOf = (token: string) => ({ hint: token.slice(0, hintLength), tokenHash: hashToken(token) });
