import { type RecordKey, type RecordType, recordTypes } from "./record-types.ts";

const prefix = "presence-record-";
const idForm = /^[A-Za-z0-9_-]{1,64}$/;

export type RecordChannel = `presence-record-${RecordType}-${string}`;

/** The channel of everybody who has a record open. */
export function recordChannel({ type, id }: RecordKey): RecordChannel {
  return `${prefix}${type}-${id}`;
}

/** The channel of everybody who looks at the board of a record type, or at a record of it. */
export function boardChannel(type: RecordType): RecordChannel {
  return recordChannel({ type, id: "board" });
}

/** Whether a text can be the id of a record. */
export function isRecordId(text: unknown): text is string {
  return typeof text === "string" && idForm.test(text);
}

/** The record that a channel belongs to; undefined for every other channel and for names that no record can have. */
export function readRecordChannel(channel: string): RecordKey | undefined {
  if (!channel.startsWith(prefix)) return undefined;
  const [, name, id = ""] = channel.slice(prefix.length).match(/^([A-Za-z]+)-(.*)$/s) ?? [];
  const type = recordTypes.find((known) => known === name);
  return type && isRecordId(id) ? { type, id } : undefined;
}

/** What a member of a record's channel shows; the same person can be in it twice, looking and editing. */
export interface RecordMember {
  id: string;
  name: string;
  image: string | null;
  editing: boolean;
  /** The record at which this member of a board's channel looks; absent for who looks at the board itself. */
  at?: string;
}
