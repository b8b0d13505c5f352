import { boardChannel, readRecordChannel } from "../../contract/records/record-channel.ts";
import type { RecordKey, RecordType } from "../../contract/records/record-types.ts";
import type { Log } from "../log.ts";
import type { Signal } from "./publisher.ts";

/** A socket as its rooms see it. */
export interface RoomGuest {
  /** Asked anew whenever something has changed: whether the socket's person may be in the room of a record. */
  mayBeIn(record: RecordKey): Promise<boolean>;
  /** Takes the socket out of a channel, so that it hears nothing more of it. */
  expel(channel: string): void;
}

/** What a socket does, by its channels. */
export interface GuestRooms {
  joined(channel: string): void;
  left(channel: string): void;
  gone(): void;
}

interface Room {
  record: RecordKey;
  lateCheck?: NodeJS.Timeout;
}

type Guest = RoomGuest & { rooms: Map<string, Room> };

interface Options {
  log: Log;
  /** Whether everybody may be in the rooms of a type, so that nothing has to be asked on the way in. */
  isOpen(type: RecordType): boolean;
  /** By then whoever was on the way in when it was first looked up is in. */
  lateCheckMs?: number;
}

/** Which sockets are in the rooms of records, so that whoever loses the right to a record leaves its room. */
export class RecordRooms {
  readonly #guests = new Set<Guest>();
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { lateCheckMs: 2000, ...options };
  }

  /** Follows a socket from room to room. What it was allowed before it joined is looked up again. */
  follow(arrived: RoomGuest): GuestRooms {
    const guest: Guest = { ...arrived, rooms: new Map() };
    this.#guests.add(guest);
    const leave = (channel: string) => {
      clearTimeout(guest.rooms.get(channel)?.lateCheck);
      guest.rooms.delete(channel);
    };
    return {
      joined: (channel) => {
        leave(channel);
        const record = readRecordChannel(channel);
        const isOpenBoard = record && channel === boardChannel(record.type) && this.#options.isOpen(record.type);
        if (record && !isOpenBoard) this.#join(guest, channel, record);
      },
      left: leave,
      gone: () => {
        this.#guests.delete(guest);
        for (const channel of [...guest.rooms.keys()]) leave(channel);
      },
    };
  }

  /** Looks again at the rooms of all records that these signals tell of; resolves when nobody is where they may not be. */
  async heed(signals: readonly Signal[]): Promise<void> {
    for (const { event, payload } of signals)
      if (event === "recordsChanged") await this.#recheck(payload.records.type, payload.records.ids);
  }

  #join(guest: Guest, channel: string, record: RecordKey): void {
    const room: Room = { record };
    guest.rooms.set(channel, room);
    if (this.#options.isOpen(record.type)) return;
    const check = () => void this.#check(guest, channel, record);
    check();
    room.lateCheck = setTimeout(check, this.#options.lateCheckMs).unref();
  }

  async #recheck(type: RecordType, ids: readonly string[]): Promise<void> {
    const isConcerned = (record: RecordKey) => record.type === type && (ids.length === 0 || ids.includes(record.id));
    const checks: Promise<void>[] = [];
    for (const guest of this.#guests)
      for (const [channel, { record }] of guest.rooms)
        if (isConcerned(record)) checks.push(this.#check(guest, channel, record));
    await Promise.all(checks);
  }

  async #check(guest: Guest, channel: string, record: RecordKey): Promise<void> {
    const mayStay = await guest.mayBeIn(record).catch((err: unknown) => {
      this.#options.log.error({ err, channel }, "The rights to a room could not be checked");
      return false;
    });
    if (!mayStay && this.#guests.has(guest)) guest.expel(channel);
  }
}
