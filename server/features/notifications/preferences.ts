import type { z } from "zod";
import { type Channel, type Topic, topicKeys, topics } from "../../../contract/notification-categories.ts";
import type { NotificationPreferences, OwnPreferences } from "../../../contract/notification-preferences.ts";
import type * as contract from "../../../contract/notification-preferences-input.ts";
import { addDays, portalTime } from "../../../contract/portal-time.ts";
import { toPreferences } from "../../db/notification-preferences.ts";
import { type TransactContext, type Tx, transact } from "../../db/transact.ts";
import { invalidField } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { getPreferences } from "./queries.ts";

const longestAbsenceDays = 366;

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

export async function setAbsence(
  ctx: PersonContext,
  { awayUntil }: z.infer<typeof contract.setAbsence>,
): Promise<OwnPreferences> {
  const { day } = portalTime(ctx.now());
  if (awayUntil !== null && awayUntil < day)
    throw invalidField("awayUntil", "Abwesend bis: Das Datum liegt in der Vergangenheit.");
  if (awayUntil !== null && awayUntil > addDays(day, longestAbsenceDays))
    throw invalidField("awayUntil", "Abwesend bis: Höchstens ein Jahr im Voraus.");
  return change(ctx, (before) => ({ ...before, awayUntil }));
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

async function change(
  ctx: PersonContext,
  work: (before: NotificationPreferences) => NotificationPreferences,
): Promise<OwnPreferences> {
  return transact(ctx, async (tx) => {
    await store(tx, { userId: ctx.person.id, at: ctx.now() }, work);
    return getPreferences(tx.db, ctx.person);
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
