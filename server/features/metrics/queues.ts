import type { Db } from "../../db/connection.ts";

const countAll = (query: { execute(): Promise<{ count: number | string }[]> }) =>
  query.execute().then(([row]) => Number(row?.count ?? 0));

/** How much waits in each queue of the portal. */
export async function readQueues(db: Db): Promise<Record<"mail" | "webhooks" | "channels", number>> {
  return {
    mail: await countAll(
      db
        .selectFrom("mails")
        .select((eb) => eb.fn.countAll<number | string>().as("count"))
        .where("state", "in", ["queued", "sending"]),
    ),
    webhooks: await countAll(
      db
        .selectFrom("webhookDeliveries")
        .select((eb) => eb.fn.countAll<number | string>().as("count"))
        .where("state", "=", "queued"),
    ),
    channels: await countAll(
      db
        .selectFrom("channelDeliveries")
        .select((eb) => eb.fn.countAll<number | string>().as("count"))
        .where("state", "=", "queued"),
    ),
  };
}
