import type { Notification } from "../../../contract/notifications/notifications.ts";
import type { Db } from "../../db/connection.ts";
import { isOpen, isReadable, type Reader } from "../../records/readable.ts";
import { recordAt } from "../../records/record-at.ts";
import { findChat } from "../chats/access.ts";

/**
 * Whether a person may still read what a notification leads to: pages are restricted, and roles change, after it was
 * written. What leads to nothing restricted stays readable.
 */
export async function isStillReadable(db: Db, reader: Reader, link: string | null): Promise<boolean> {
  if (link === null) return true;
  const { pathname, searchParams } = new URL(link, "https://portal.invalid");
  const chatId = searchParams.get("chat");
  if (chatId) return mayReadChat(db, reader, chatId);
  const record = recordAt(pathname);
  return record === undefined || isOpen(record.type) || isReadable(db, record, reader);
}

function mayReadChat(db: Db, reader: Reader, id: string): Promise<boolean> {
  return findChat(db, reader, id).then(
    () => true,
    () => false,
  );
}

/** The rows of those whose subject the person may still read. */
export async function stillReadable<Row extends { link: string | null }>(
  db: Db,
  reader: Reader,
  rows: readonly Row[],
): Promise<Row[]> {
  const left: Row[] = [];
  for (const row of rows) if (await isStillReadable(db, reader, row.link)) left.push(row);
  return left;
}

/** Notifications as their person may see them now: what they may no longer read has kept its place alone. */
export async function withoutHidden(db: Db, reader: Reader, rows: readonly Notification[]): Promise<Notification[]> {
  const readable = new Set(await stillReadable(db, reader, rows));
  return rows.map((row) =>
    readable.has(row) ? row : { ...row, title: "Nicht mehr für dich sichtbar", message: "", link: null },
  );
}
