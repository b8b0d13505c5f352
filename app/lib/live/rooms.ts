import type { RecordChannel } from "../../../contract/records/record-channel.ts";
import { createEmitter } from "../store.ts";

/** `at:…` looks, from a room of many records, at one of them. */
export type Stance = "looking" | "editing" | `at:${string}`;

const entered = new Map<RecordChannel, Stance[]>();
const changes = createEmitter();

/** Says that this page looks at or edits a record; returns how to leave. Editing anywhere on the page outweighs looking. */
export function enterRoom(channel: RecordChannel, stance: Stance): () => void {
  entered.set(channel, [...(entered.get(channel) ?? []), stance]);
  changes.emit();
  return () => {
    const stances = entered.get(channel) ?? [];
    const index = stances.indexOf(stance);
    const rest = stances.filter((_, at) => at !== index);
    if (rest.length > 0) entered.set(channel, rest);
    else entered.delete(channel);
    changes.emit();
  };
}

/** The rooms that this page is in, and how. */
export function enteredRooms(): Map<RecordChannel, Stance> {
  return new Map([...entered].map(([channel, stances]) => [channel, outweighing(stances)]));
}

/** How this page is in a channel; undefined for those that are no rooms. */
export function stanceIn(channel: string): Stance | undefined {
  const stances = entered.get(channel as RecordChannel);
  return stances && outweighing(stances);
}

/** Calls back when a room is entered or left; returns how to stop. */
export const onRoomsChanged = changes.subscribe;

const outweighing = (stances: readonly Stance[]): Stance =>
  stances.includes("editing") ? "editing" : (stances.find((stance) => stance !== "looking") ?? "looking");
