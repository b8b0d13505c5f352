import type { z } from "zod";
import { type Page, toPage } from "../../../contract/lists.ts";
import type { listNotifications as input, Notification } from "../../../contract/notifications.ts";
import type { Db } from "../../db/connection.ts";
import { forbidden } from "../../problem.ts";
import { canReadNotificationsOf } from "./policy.ts";

const columns = ["id", "forUserId", "title", "message", "category", "link", "readAt", "createdAt"] as const;

export async function listNotifications(
  db: Db,
  person: { id: string },
  { page, limit, where }: z.infer<typeof input>,
): Promise<Page<Notification>> {
  if (!canReadNotificationsOf(person, where.forUserId)) throw forbidden();
  let matching = db.selectFrom("notifications").where("forUserId", "=", person.id);
  if (where.read !== undefined) matching = matching.where("readAt", where.read ? "is not" : "is", null);

  const { total } = await matching
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return toPage(rows.map(toNotification), Number(total), limit);
}

type Row = Pick<Notification, "id" | "forUserId" | "title" | "message" | "category" | "link"> & {
  readAt: string | null;
  createdAt: string;
};

export function toNotification({ readAt, createdAt, ...row }: Row): Notification {
  return { ...row, read: readAt !== null, createdAt: new Date(createdAt) };
}
