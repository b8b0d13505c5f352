import { type RecordKey, type RecordType, recordTypes } from "./record-types.ts";

const prefix = "presence-record-";
const idForm = /^[A-Za-z0-9_-]{1,64}$/;

export type RecordChannel = `presence-record-${RecordType}-${string}`;

/** The channel of everybody who has a record open. */
export function recordChannel({ type, id }: RecordKey): RecordChannel {
  return `${prefix}${type}-${id}`;
}

/** The record that a channel belongs to; undefined for every other channel and for names that no record can have. */
export function readRecordChannel(channel: string): RecordKey | undefined {
  if (!channel.startsWith(prefix)) return undefined;
  const [, name, id = ""] = channel.slice(prefix.length).match(/^([A-Za-z]+)-(.*)$/s) ?? [];
  const type = recordTypes.find((known) => known === name);
  return type && idForm.test(id) ? { type, id } : undefined;
}

/** What a member of a record's channel shows; the same person can be in it twice, looking and editing. */
export interface RecordMember {
  id: string;
  name: string;
  image: string | null;
  editing: boolean;
}
