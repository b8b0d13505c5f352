import { createHash } from "node:crypto";
import type { z } from "zod";
import type { ChannelTest } from "../../../../contract/channels/channels.ts";
import type { PushState, subscribePush } from "../../../../contract/channels/push-input.ts";
import { newId } from "../../../db/new-id.ts";
import { toDate } from "../../../db/to-date.ts";
import { transact } from "../../../db/transact.ts";
import { notFound, Problem } from "../../../problem.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { toMessage } from "../content.ts";
import { sendThrough } from "../send.ts";
import { webPush } from "../services/web-push.ts";
import { keepPushKey, readPushKey } from "./vapid.ts";

const maxDevices = 20;

/** What a browser needs to subscribe, and the devices of whoever asks. */
export async function readPushState(ctx: PersonContext): Promise<PushState> {
  const { db, person } = ctx;
  const rows = await db
    .selectFrom("pushSubscriptions")
    .select(["id", "label", "host", "createdAt", "lastDeliveredAt", "endpointHash"])
    .where("userId", "=", person.id)
    .orderBy("createdAt")
    .execute();
  const own = await db
    .selectFrom("channels")
    .select("id")
    .where("userId", "=", person.id)
    .where("enabled", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return {
    publicKey: (await readPushKey(ctx)).publicKey.toString("base64url"),
    hasMessenger: own !== undefined,
    devices: rows.map(({ createdAt, lastDeliveredAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      lastDeliveredAt: toDate(lastDeliveredAt),
    })),
  };
}

/** Keeps where a browser is reached; one that somebody else has used before is theirs no more. */
export async function subscribe(
  ctx: PersonContext,
  { endpoint, p256dh, auth, label }: z.output<typeof subscribePush>,
): Promise<{ id: string }> {
  const endpointHash = createHash("sha256").update(endpoint).digest("hex");
  return transact(ctx, async (tx) => {
    const taken = tx.db.deleteFrom("pushSubscriptions").where("endpointHash", "=", endpointHash);
    await taken.execute();
    const { count } = await tx.db
      .selectFrom("pushSubscriptions")
      .select((eb) => eb.fn.countAll<number | string>().as("count"))
      .where("userId", "=", ctx.person.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxDevices)
      throw new Problem("precondition", { message: `Höchstens ${maxDevices} Geräte. Entferne zuerst eines.` });
    await keepPushKey({ ...ctx, db: tx.db });
    const id = newId();
    await tx.db
      .insertInto("pushSubscriptions")
      .values({
        id,
        userId: ctx.person.id,
        endpointHash,
        label,
        host: new URL(endpoint).host,
        sealedSubscription: ctx.vault.seal(JSON.stringify({ endpoint, p256dh, auth })),
        createdAt: ctx.now().toISOString(),
        lastDeliveredAt: null,
      })
      .execute();
    return { id };
  });
}

/** Forgets a device of one's own; what waits for it is dropped. */
export async function unsubscribe({ db, person }: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await db
    .deleteFrom("pushSubscriptions")
    .where("id", "=", id)
    .where("userId", "=", person.id)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Sends a test to a device of one's own at once; one that is over is removed. */
export async function testPush(ctx: PersonContext, { id }: { id: string }): Promise<ChannelTest> {
  const { db, person, vault, now } = ctx;
  const device = await db
    .selectFrom("pushSubscriptions")
    .select("sealedSubscription")
    .where("id", "=", id)
    .where("userId", "=", person.id)
    .executeTakeFirst();
  if (!device) throw notFound();
  const content = {
    title: "Browser-Push ist eingerichtet",
    text: "So kommen Benachrichtigungen an, auch wenn das Portal geschlossen ist.",
    facts: [],
    ...({ path: `/users/${person.id}/notifications`, severity: "info", isEnded: false } as const),
  };
  const { isGone, isDelivered, status, durationMs, error, answer } = await sendThrough(ctx, {
    service: webPush,
    values: () => JSON.parse(vault.open(device.sealedSubscription)),
    message: toMessage(content, ctx, now()),
    deliveryId: newId(),
    topicKey: "test",
  });
  if (isGone) await db.deleteFrom("pushSubscriptions").where("id", "=", id).execute();
  if (isDelivered)
    await db
      .updateTable("pushSubscriptions")
      .set({ lastDeliveredAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
  return {
    isDelivered,
    status,
    durationMs,
    answer,
    error: isGone ? "Der Push-Dienst kennt dieses Gerät nicht mehr. Es wurde entfernt." : error,
  };
}
