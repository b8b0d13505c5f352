import type { LiveEventName } from "../../../contract/live/live-events.ts";
import type { RecordKey, RecordType } from "../../../contract/records/record-types.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Signal } from "../../live/publisher.ts";
import { existingAmong, isOpen, isReadable, leastReader, type Reader, readableAmong } from "../../records/readable.ts";
import type { Queryable } from "../../search/run.ts";
import { findTarget } from "../chats/access.ts";
import { findSubject } from "../claims/subjects.ts";
import { recordBehind, targetOf } from "../tasks/access.ts";

/**
 * The signals as they may leave the portal: what is about something restricted goes to the people who may read it
 * instead of to a channel that everybody hears. What is gone is told without its id.
 */
export async function addressToReaders(db: Queryable, signals: readonly Signal[]): Promise<Signal[]> {
  const addressed: Signal[] = [];
  for (const signal of signals) {
    if (signal.toUserId) addressed.push(signal);
    else if (signal.event === "recordsChanged") addressed.push(...(await aboutRecords(db, signal)));
    else if (signal.event === "pageUpdated") addressed.push(...(await aboutPage(db, signal)));
    else if (signal.event === "tasksChanged") addressed.push(...(await aboutTasks(db, signal)));
    else if (signal.event === "claimChanged") addressed.push(...(await aboutClaim(db, signal)));
    else if (signal.event === "chatMessage") addressed.push(...(await aboutChat(db, signal)));
    else addressed.push(signal);
  }
  return addressed;
}

/** Who is told about which of the records; whoever may read none of them is left out. */
async function readersOf(db: Queryable, type: RecordType, ids: readonly string[]): Promise<Map<string, string[]>> {
  const readers = new Map<string, string[]>();
  if (ids.length === 0) return readers;
  for (const [role, group] of Map.groupBy(await readRecipients(db), (person) => person.role)) {
    const byRole = await readableAmong(db, type, ids, { id: "", role });
    for (const { id } of group) {
      const own = byRole.size === ids.length ? byRole : await readableAmong(db, type, ids, { id, role });
      if (own.size > 0) readers.set(id, [...own]);
    }
  }
  return readers;
}

async function readRecipients(db: Queryable): Promise<Reader[]> {
  const rows = await activeUsers(db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
  return rows.map(({ id, role }) => ({ id, role: role }));
}

type SignalOf<Name extends LiveEventName> = Extract<Signal, { event: Name }>;

async function aboutRecords(db: Queryable, signal: SignalOf<"recordsChanged">): Promise<Signal[]> {
  const { type, ids } = signal.payload.records;
  if (isOpen(type) || ids.length === 0) return [signal];
  const naming = (named: Iterable<string>) => ({ ...signal, payload: { records: { type, ids: [...named] } } });
  const open = await readableAmong(db, type, ids, leastReader);
  const restricted = ids.filter((id) => !open.has(id));
  const kept = restricted.length > 0 ? [...(await existingAmong(db, type, restricted))] : [];
  const addressed: Signal[] = [];
  if (open.size > 0) addressed.push(naming(open));
  if (kept.length < restricted.length) addressed.push(naming([]));
  for (const [toUserId, readable] of await readersOf(db, type, kept)) addressed.push({ ...naming(readable), toUserId });
  return addressed;
}

async function aboutPage(db: Queryable, signal: SignalOf<"pageUpdated">): Promise<Signal[]> {
  const { id } = signal.payload.page;
  if (await isReadable(db, { type: "page", id }, leastReader)) return [signal];
  return [...(await readersOf(db, "page", [id])).keys()].map((toUserId) => ({ ...signal, toUserId }));
}

/** Tasks that are gone are told by no id. */
async function aboutTasks(db: Queryable, signal: SignalOf<"tasksChanged">): Promise<Signal[]> {
  const { ids } = signal.payload.tasks;
  if (ids.length === 0) return [signal];
  const tasks = await db.selectFrom("tasks").select(["id", "targetType", "targetId"]).where("id", "in", ids).execute();
  const addressed: Signal[] = [];
  for (const task of tasks) {
    const about = { ...signal, payload: { tasks: { ids: [task.id] } } };
    addressed.push(...(await toReadersOf(db, about, await recordBehind(db, targetOf(task)))));
  }
  return addressed;
}

/** What is gone, with its claim, is told by what it went with. */
async function aboutClaim(db: Queryable, signal: SignalOf<"claimChanged">): Promise<Signal[]> {
  const subject = await findSubject(db, signal.payload.claim);
  return subject ? toReadersOf(db, signal, subject.restrictedBy) : [];
}

/** To everybody, or only to those who may read a record. */
async function toReadersOf(db: Queryable, signal: Signal, record: RecordKey | null): Promise<Signal[]> {
  if (!record || isOpen(record.type) || (await isReadable(db, record, leastReader))) return [signal];
  return [...(await readersOf(db, record.type, [record.id])).keys()].map((toUserId) => ({ ...signal, toUserId }));
}

async function aboutChat(db: Queryable, signal: SignalOf<"chatMessage">): Promise<Signal[]> {
  const chat = await findTarget(db, signal.payload.chat.id);
  if (!chat) return [];
  const { target } = chat;
  return toReadersOf(db, signal, target);
}
