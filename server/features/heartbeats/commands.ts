import type { z } from "zod";
import {
  graceFor,
  type HeartbeatView,
  kindsOfTarget,
  maxHeartbeats,
  type OpenedHeartbeat,
} from "../../../contract/heartbeats/heartbeats.ts";
import type {
  createHeartbeat as createInput,
  updateHeartbeat as updateInput,
} from "../../../contract/heartbeats/heartbeats-input.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { refreshStatuses } from "../checks/refresh-statuses.ts";
import { insertCheck, removeWithCheck, updateCheck } from "./checks.ts";
import { selectHeartbeats, toView } from "./queries.ts";

const hintLength = 6;

const alreadyCreated =
  "Dieser Herzschlag wurde schon angelegt, nur die Antwort kam nicht an. Seine Adresse wird kein zweites Mal gezeigt: Erneuere sie in der Liste.";

type NewHeartbeat = Omit<z.infer<typeof createInput>, "creationId">;

/**
 * Makes a heartbeat; this answer is the only place where its URL can be read. Sent again under the same `creationId`
 * it is refused, as for a token.
 */
export async function createHeartbeat(
  ctx: PersonContext,
  input: z.infer<typeof createInput>,
): Promise<OpenedHeartbeat> {
  const { creationId, ...wanted } = input;
  const token = newToken();
  const id = newId();
  return transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "heartbeat", creationId, id }, alreadyCreated);
    await insertHeartbeat(tx, { ...wanted, ...keptOf(token), id });
    return readOpened(ctx, tx, id, token);
  });
}

/** Writes a heartbeat with its check; a token that is known elsewhere, as of an import, goes on being good by its hash. */
export async function insertHeartbeat(
  tx: Tx,
  order: NewHeartbeat & { id: string; hint: string; tokenHash: string },
): Promise<void> {
  const { id, target, kind, label, everySeconds, hint, tokenHash } = order;
  if (!kindsOfTarget[target.type].includes(kind)) throw invalidField("kind", "Art: Die gibt es hier nicht.");
  const record = await dynamic(tx.db)
    .selectFrom(`${target.type}s`)
    .select("archivedAt")
    .where("id", "=", target.id)
    .executeTakeFirst();
  if (!record) throw notFound();
  if (record.archivedAt !== null)
    throw new Problem("precondition", { message: "Was im Archiv ist, wird nicht überwacht." });
  const { count } = await tx.db
    .selectFrom("heartbeats")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("targetType", "=", target.type)
    .where("targetId", "=", target.id)
    .executeTakeFirstOrThrow();
  if (count >= maxHeartbeats)
    throw new Problem("precondition", { message: `Ein Eintrag kann höchstens ${maxHeartbeats} Herzschläge haben.` });
  const graceS = graceFor(everySeconds);
  const row = { id, targetType: target.type, targetId: target.id, label, graceS };
  await tx.db
    .insertInto("heartbeats")
    .values({
      ...row,
      checkId: await insertCheck(tx, row),
      kind,
      everyS: everySeconds,
      hint,
      tokenHash,
      createdAt: tx.now().toISOString(),
      renewedAt: null,
      lastAt: null,
      message: null,
      pingMs: null,
      usageJson: null,
    })
    .execute();
  await tx.record({ kind: "heartbeat.created", subject: { type: "heartbeat", id }, after: { name: label, target } });
}

/** Changes what is expected of a heartbeat; its URL stays. */
export async function updateHeartbeat(ctx: PersonContext, input: z.infer<typeof updateInput>): Promise<HeartbeatView> {
  const { id, label, everySeconds } = input;
  return transact(ctx, async (tx) => {
    const { checkId, target, ...before } = await requireHeartbeat(tx, id);
    const graceS = graceFor(everySeconds);
    await tx.db.updateTable("heartbeats").set({ label, everyS: everySeconds, graceS }).where("id", "=", id).execute();
    await updateCheck(tx, checkId, { label, config: JSON.stringify({ graceSeconds: graceS }), askedAt: atOf(tx) });
    await tx.record({
      kind: "heartbeat.updated",
      subject: { type: "heartbeat", id },
      before: { name: before.label },
      after: { name: label },
    });
    return toView(await selectHeartbeats(tx.db).where("id", "=", id).executeTakeFirstOrThrow(), ctx.now());
  });
}

/** Gives a heartbeat another URL; the one before is worth nothing from here on. */
export async function renewHeartbeat(ctx: PersonContext, { id }: { id: string }): Promise<OpenedHeartbeat> {
  const token = newToken();
  return transact(ctx, async (tx) => {
    const { target, label } = await requireHeartbeat(tx, id);
    const kept = { ...keptOf(token), renewedAt: atOf(tx) };
    await tx.db.updateTable("heartbeats").set(kept).where("id", "=", id).execute();
    await tx.record({ kind: "heartbeat.renewed", subject: { type: "heartbeat", id }, after: { name: label, target } });
    return readOpened(ctx, tx, id, token);
  });
}

/** Ends a heartbeat at once: nobody is missed at its URL any more. */
export async function deleteHeartbeat(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { checkId, target, label } = await requireHeartbeat(tx, id);
    await removeWithCheck(tx, { id, checkId });
    await refreshStatuses(tx, target.type, [target.id]);
    await tx.record({ kind: "heartbeat.deleted", subject: { type: "heartbeat", id }, before: { name: label, target } });
    return { id };
  });
}

async function requireHeartbeat(tx: Tx, id: string) {
  const row = await tx.db
    .selectFrom("heartbeats")
    .select(["checkId", "targetType", "targetId", "label"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { targetType: type, targetId, ...others } = row;
  return { ...others, target: { type, id: targetId } };
}

const atOf = (tx: Tx) => tx.now().toISOString();
const keptOf = (token: string) => ({ hint: token.slice(0, hintLength), tokenHash: hashToken(token) });

async function readOpened(ctx: PersonContext, tx: Tx, id: string, token: string): Promise<OpenedHeartbeat> {
  const row = await selectHeartbeats(tx.db).where("id", "=", id).executeTakeFirstOrThrow();
  return { ...toView(row, ctx.now()), url: new URL(`/api/push/${token}`, ctx.origin ?? ctx.baseUrl()).href };
}
