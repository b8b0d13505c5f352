import type { z } from "zod";
import type { Channel, ChannelDelivery, ChannelRule } from "../../../contract/channels/channels.ts";
import type { listChannelDeliveries as input } from "../../../contract/channels/channels-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import type { Services } from "../../trpc/context.ts";
import type { Content } from "./content.ts";

/** All channels by name, each with how the last message ended. */
export async function listChannels({ db, vault }: Pick<Services, "db" | "vault">): Promise<Channel[]> {
  const rows = await db
    .selectFrom("channels")
    .leftJoin("users", "users.id", "channels.userId")
    .selectAll("channels")
    .select("users.name as userName")
    .orderBy("channels.name")
    .orderBy("channels.id")
    .execute();
  return Promise.all(
    rows.map(
      async ({
        id,
        service,
        name,
        valuesJson,
        sealedSecrets,
        target,
        userId,
        quietJson,
        enabled,
        version,
        userName,
      }) => ({
        id,
        service,
        name,
        target,
        version,
        isEnabled: enabled === 1,
        values: JSON.parse(valuesJson),
        secrets: secretNames(vault, sealedSecrets),
        user: userId === null ? null : { id: userId, name: userName ?? "" },
        quiet: JSON.parse(quietJson),
        last: await lastDelivery(db, id),
      }),
    ),
  );
}

/** Which secrets are set; none where they cannot be opened, so that they are asked for again. */
function secretNames(vault: Services["vault"], sealed: string): string[] {
  try {
    return Object.keys(JSON.parse(vault.open(sealed)));
  } catch {
    return [];
  }
}

async function lastDelivery(db: Db, channelId: string): Promise<Channel["last"]> {
  const row = await db
    .selectFrom("channelDeliveries")
    .select(["createdAt", "state", "status"])
    .where("channelId", "=", channelId)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: new Date(row.createdAt), state: row.state, status: row.status } : null;
}

/** All rules, the oldest first. */
export async function listRules(db: Db): Promise<ChannelRule[]> {
  const rows = await db
    .selectFrom("channelRules as rule")
    .leftJoin("channels", "channels.id", "rule.channelId")
    .leftJoin("users", "users.id", "rule.userId")
    .selectAll("rule")
    .select(["channels.name as channelName", "users.name as userName"])
    .orderBy("rule.createdAt")
    .orderBy("rule.id")
    .execute();
  const ids = [...new Set(rows.flatMap(({ customersJson }): string[] => JSON.parse(customersJson)))];
  const customers = ids.length
    ? await db.selectFrom("customers").select(["id", "title"]).where("id", "in", ids).execute()
    : [];
  const names = new Map(customers.map(({ id, title }) => [id, title]));
  return rows.map(({ categoriesJson, customersJson, channelId, userId, ...row }) => ({
    id: row.id,
    minSeverity: row.minSeverity,
    times: row.times,
    from: row.fromTime,
    to: row.toTime,
    isEnabled: row.enabled === 1,
    version: row.version,
    categories: JSON.parse(categoriesJson),
    customers: parseOwnJson<string[]>(customersJson).map((id) => ({ id, name: names.get(id) ?? "Gelöschter Kunde" })),
    channel: channelId === null ? null : { id: channelId, name: row.channelName ?? "" },
    user: userId === null ? null : { id: userId, name: row.userName ?? "" },
  }));
}

/** What was sent and what came back, the newest first; of what is for one person alone not what it says. */
export async function listDeliveries(
  db: Db,
  { channelId, state, page, limit }: z.output<typeof input>,
): Promise<Page<ChannelDelivery>> {
  let query = db.selectFrom("channelDeliveries as delivery");
  if (channelId) query = query.where("channelId", "=", channelId);
  if (state) query = query.where("state", "=", state);
  const { total } = await query.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin("channels", "channels.id", "delivery.channelId")
    .leftJoin("pushSubscriptions", "pushSubscriptions.id", "delivery.subscriptionId")
    .leftJoin("users", (join) =>
      join.on((eb) => eb("users.id", "=", eb.fn.coalesce("channels.userId", "pushSubscriptions.userId"))),
    )
    .select(["delivery.id", "delivery.channelId", "delivery.contentJson", "delivery.state", "delivery.attempts"])
    .select(["delivery.createdAt", "deliveredAt", "nextAttemptAt", "status", "durationMs", "error", "answer"])
    .select(["subscriptionId", "notificationId", "users.name as person"])
    .orderBy("delivery.createdAt", "desc")
    .orderBy("delivery.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const deliveries = rows.map(({ contentJson, subscriptionId, notificationId, ...row }) => {
    const isPersonal = subscriptionId !== null || notificationId !== null;
    const { title, text } = parseOwnJson<Content>(contentJson);
    return {
      ...row,
      title: isPersonal ? null : title,
      text: isPersonal ? "" : text,
      createdAt: new Date(row.createdAt),
      deliveredAt: toDate(row.deliveredAt),
      nextAttemptAt: row.state === "queued" ? toDate(row.nextAttemptAt) : null,
    };
  });
  return toPage(deliveries, Number(total), limit);
}
