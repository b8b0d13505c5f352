import { isOneOf } from "../../../contract/narrowing.ts";
import { type RecordKey, recordTypes } from "../../../contract/records/record-types.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import { existingAmong, isOpen, isReadable, leastReader, type Reader, readableAmong } from "../../records/readable.ts";
import { readableDeadlines } from "../deadlines/visible.ts";

interface Told {
  event: string;
  payload: string;
}

/** The record that a delivery is about, where not everybody may read every record of its type. */
function restrictedSubject({ event, payload }: Told): RecordKey | undefined {
  const [type] = event.split(".");
  if (!isOneOf(recordTypes, type) || isOpen(type)) return undefined;
  return { type, id: JSON.parse(payload).data.id };
}

/** The deadline that a delivery is about: whoever may not read its record may not know of it. */
const deadlineOf = ({ event, payload }: Told): string | undefined =>
  event.startsWith("deadline.") ? JSON.parse(payload).data.id : undefined;

async function readableAmongDeadlines(db: Db, ids: readonly string[], reader: Reader): Promise<Set<string>> {
  const rows = await db
    .selectFrom("deadlines as d")
    .select("d.id")
    .where("d.id", "in", [...ids])
    .where(readableDeadlines(reader))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a delivery may leave now: the owner of its webhook may read what it is about. Once the owner's account is
 * closed, it is told what everybody may read. What has been deleted was decided upon when it was queued.
 */
export async function mayTell(db: Db, { webhookId, ...told }: Told & { webhookId: string }): Promise<boolean> {
  const subject = restrictedSubject(told);
  const deadlineId = deadlineOf(told);
  if (told.event.endsWith(".deleted") || !(subject || deadlineId)) return true;
  const owner = await activeUsers(db)
    .innerJoin("webhooks", "webhooks.ownerId", "users.id")
    .select(["users.id", "role"])
    .where("webhooks.id", "=", webhookId)
    .executeTakeFirst();
  if (subject) return isReadable(db, subject, owner ?? leastReader);
  return (await readableAmongDeadlines(db, [deadlineId ?? ""], owner ?? leastReader)).size > 0;
}

/** The log as a person may see it: without the ids of what is there and not for them. */
export async function withoutHiddenIds<T extends Told>(db: Db, deliveries: readonly T[], reader: Reader): Promise<T[]> {
  const subjects = deliveries.map(restrictedSubject);
  const hidden = new Set<string>();
  for (const [type, keys] of Map.groupBy(
    subjects.filter((each) => each !== undefined),
    (each) => each.type,
  )) {
    const ids = [
      ...(await existingAmong(
        db,
        type,
        keys.map(({ id }) => id),
      )),
    ];
    const readable = await readableAmong(db, type, ids, reader);
    for (const id of ids) if (!readable.has(id)) hidden.add(id);
  }
  const deadlines = deliveries.flatMap((each) => deadlineOf(each) ?? []);
  const shown = await readableAmongDeadlines(db, deadlines, reader);
  for (const id of deadlines) if (!shown.has(id)) hidden.add(id);
  return deliveries.map((delivery, index) => {
    if (!hidden.has(subjects[index]?.id ?? deadlineOf(delivery) ?? "")) return delivery;
    return { ...delivery, payload: JSON.stringify({ ...JSON.parse(delivery.payload), data: { id: null } }) };
  });
}
