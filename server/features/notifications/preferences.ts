import type { z } from "zod";
import {
  type Channel,
  type Topic,
  topicKeys,
  topics,
} from "../../../contract/notifications/notification-categories.ts";
import type {
  NotificationPreferences,
  OwnPreferences,
} from "../../../contract/notifications/notification-preferences.ts";
import type * as contract from "../../../contract/notifications/notification-preferences-input.ts";
import { type TransactContext, type Tx, transact } from "../../db/transact.ts";
import { toPreferences } from "../../notifications/preferences.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { getPreferences } from "./queries.ts";

export function setChannel(
  ctx: PersonContext,
  { topic, channel, isOn }: z.infer<typeof contract.setChannel>,
): Promise<OwnPreferences> {
  return change(ctx, (before) => ({ ...before, channels: withChannel(before.channels, topic, channel, isOn) }));
}

export function setQuietHours(
  ctx: PersonContext,
  { quiet }: z.infer<typeof contract.setQuietHours>,
): Promise<OwnPreferences> {
  return change(ctx, (before) => ({ ...before, quiet }));
}

export function setTimeZone(
  ctx: PersonContext,
  { timeZone }: z.infer<typeof contract.setTimeZone>,
): Promise<OwnPreferences> {
  return change(ctx, (before) => ({ ...before, timeZone }));
}

export function setWorkingDays(
  ctx: PersonContext,
  { workingDays }: z.infer<typeof contract.setWorkingDays>,
): Promise<OwnPreferences> {
  return change(ctx, (before) => ({ ...before, workingDays }));
}

/** Closes a channel of mail for somebody who comes by a link of a mail, without a session. */
export async function closeMailChannel(
  surroundings: Omit<TransactContext, "actorId">,
  { userId, channel }: { userId: string; channel: Channel },
): Promise<boolean> {
  return transact({ ...surroundings, actorId: userId }, async (tx) => {
    const person = await tx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
    if (!person) return false;
    await store(tx, { userId, at: surroundings.now() }, (before) => ({
      ...before,
      channels: topicKeys
        .filter((topic) => topics[topic].channels.includes(channel))
        .reduce((decided, topic) => withChannel(decided, topic, channel, false), before.channels),
    }));
    return true;
  });
}

type Decided = NotificationPreferences["channels"];

const withChannel = (decided: Decided, topic: Topic, channel: Channel, isOn: boolean): Decided => ({
  ...decided,
  [topic]: { ...decided[topic], [channel]: isOn },
});

/** Changes the person's own preferences and returns them as they are then. */
export async function change(
  ctx: PersonContext,
  work: (before: NotificationPreferences) => NotificationPreferences,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<OwnPreferences> {
  return transact(ctx, async (tx) => {
    await alongside?.(tx);
    await store(tx, { userId: ctx.person.id, at: ctx.now() }, work);
    return getPreferences(tx.db, ctx.person, ctx.now());
  });
}

async function store(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
  work: (before: NotificationPreferences) => NotificationPreferences,
): Promise<void> {
  const row = await tx.db
    .selectFrom("notificationPreferences")
    .select(["valuesJson", "version"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  const before = toPreferences(row?.valuesJson);
  const after = work(before);
  const stored = {
    valuesJson: JSON.stringify(after),
    version: (row?.version ?? 0) + 1,
    updatedAt: at.toISOString(),
  };
  await tx.db
    .insertInto("notificationPreferences")
    .values({ userId, ...stored })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(stored))
    .execute();
  await tx.record({
    kind: "user.notifications-changed",
    subject: { type: "user", id: userId },
    before: { ...before },
    after: { ...after },
  });
}
