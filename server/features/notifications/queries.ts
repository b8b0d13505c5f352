import type { z } from "zod";
import { type Page, toPage } from "../../../contract/lists.ts";
import type { listNotifications as input, Notification } from "../../../contract/notifications.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import { forbidden } from "../../problem.ts";
import { canReadNotificationsOf } from "./policy.ts";

type Asked = "all" | "read" | "unread";

const matching = (db: Db, asked: Asked, personId: string) => {
  const own = db.selectFrom("notifications").where("forUserId", "=", personId);
  return asked === "all" ? own : own.where("readAt", asked === "read" ? "is not" : "is", null);
};

const prepareReads = (asked: Asked) => ({
  count: prepare((db: Db, personId: string) =>
    matching(db, asked, personId).select((eb) => eb.fn.countAll<number | string>().as("total")),
  ),
  rows: prepare((db: Db, personId: string, limit: number, offset: number) =>
    matching(db, asked, personId)
      .select(["id", "forUserId", "title", "message", "category", "link", "readAt", "createdAt"])
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset),
  ),
});

// Every open page asks for the badge, every open panel for the list.
const reads = { all: prepareReads("all"), read: prepareReads("read"), unread: prepareReads("unread") };

export async function listNotifications(
  db: Db,
  person: { id: string },
  { page, limit, where }: z.infer<typeof input>,
): Promise<Page<Notification>> {
  if (!canReadNotificationsOf(person, where.forUserId)) throw forbidden();
  const { count, rows } = reads[where.read === undefined ? "all" : where.read ? "read" : "unread"];
  const [counted] = await count(db, person.id);
  const found = await rows(db, person.id, limit, (page - 1) * limit);
  return toPage(found.map(toNotification), Number(counted?.total), limit);
}

type Row = Pick<Notification, "id" | "forUserId" | "title" | "message" | "category" | "link"> & {
  readAt: string | null;
  createdAt: string;
};

export function toNotification({ readAt, createdAt, ...row }: Row): Notification {
  return { ...row, read: readAt !== null, createdAt: new Date(createdAt) };
}
