import type { LivePayload } from "../../contract/live/live-events.ts";
import { boardChannel, readRecordChannel } from "../../contract/records/record-channel.ts";
import type { RecordKey, RecordType } from "../../contract/records/record-types.ts";
import type { Log } from "../log.ts";
import type { Signal } from "./publisher.ts";

/** Which records have changed; without ids all of their type may have. */
export type RecordsChange = LivePayload<"recordsChanged">["records"];

/** What signals tell of records. What is restricted comes once for each of its readers. */
export function recordsChangesOf(signals: readonly Signal[]): RecordsChange[] {
  const told = new Map<string, RecordsChange>();
  for (const { event, payload } of signals) {
    if (event !== "recordsChanged") continue;
    const { type, ids } = payload.records;
    told.set(`${type} ${ids.join()}`, payload.records);
  }
  return [...told.values()];
}

/** A socket as its rooms see it. */
export interface RoomConnection {
  /** Asked anew whenever something has changed: whether the socket's person may be in the room of a record. */
  mayBeIn(record: RecordKey): Promise<boolean>;
  /** Takes the socket out of a channel, so that it hears nothing more of it. */
  expel(channel: string): void;
}

/** What a socket does, by its channels. */
export interface ConnectionRooms {
  joined(channel: string): void;
  left(channel: string): void;
  gone(): void;
}

interface Room {
  record: RecordKey;
  lateCheck?: NodeJS.Timeout;
}

type Connection = RoomConnection & { rooms: Map<string, Room> };

interface Options {
  log: Log;
  /** Whether everybody may be in the rooms of a type, so that nothing has to be asked on the way in. */
  isOpen(type: RecordType): boolean;
  /** By then whoever was on the way in when it was first looked up is in. */
  lateCheckMs?: number;
}

/** Which sockets are in the rooms of records, so that whoever loses the right to a record leaves its room. */
export class RecordRooms {
  readonly #connections = new Set<Connection>();
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { lateCheckMs: 2000, ...options };
  }

  /** Follows a socket from room to room. What it was allowed before it joined is looked up again. */
  subscribe(arrived: RoomConnection): ConnectionRooms {
    const connection: Connection = { ...arrived, rooms: new Map() };
    this.#connections.add(connection);
    const leave = (channel: string) => {
      clearTimeout(connection.rooms.get(channel)?.lateCheck);
      connection.rooms.delete(channel);
    };
    return {
      joined: (channel) => {
        leave(channel);
        const record = readRecordChannel(channel);
        const isOpenBoard = record && channel === boardChannel(record.type) && this.#options.isOpen(record.type);
        if (record && !isOpenBoard) this.#join(connection, channel, record);
      },
      left: leave,
      gone: () => {
        this.#connections.delete(connection);
        for (const channel of [...connection.rooms.keys()]) leave(channel);
      },
    };
  }

  /** Looks again at the rooms of these records; resolves when nobody is where they may not be. */
  async applyChanges(changes: readonly RecordsChange[]): Promise<void> {
    await Promise.all(changes.map(({ type, ids }) => this.#recheck(type, ids)));
  }

  /** Looks again at every room. */
  async recheckAll(): Promise<void> {
    const checks: Promise<void>[] = [];
    for (const connection of this.#connections)
      for (const [channel, { record }] of connection.rooms) checks.push(this.#check(connection, channel, record));
    await Promise.all(checks);
  }

  #join(connection: Connection, channel: string, record: RecordKey): void {
    const room: Room = { record };
    connection.rooms.set(channel, room);
    if (this.#options.isOpen(record.type)) return;
    const check = () => void this.#check(connection, channel, record);
    check();
    room.lateCheck = setTimeout(check, this.#options.lateCheckMs).unref();
  }

  async #recheck(type: RecordType, ids: readonly string[]): Promise<void> {
    const isConcerned = (record: RecordKey) => record.type === type && (ids.length === 0 || ids.includes(record.id));
    const checks: Promise<void>[] = [];
    for (const connection of this.#connections)
      for (const [channel, { record }] of connection.rooms)
        if (isConcerned(record)) checks.push(this.#check(connection, channel, record));
    await Promise.all(checks);
  }

  async #check(connection: Connection, channel: string, record: RecordKey): Promise<void> {
    const mayStay = await connection.mayBeIn(record).catch((err: unknown) => {
      this.#options.log.error({ err, channel }, "The rights to a room could not be checked");
      return false;
    });
    if (!mayStay && this.#connections.has(connection)) connection.expel(channel);
  }
}
