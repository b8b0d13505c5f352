import type { ChannelName, LiveEventName, PresenceMember } from "../../../contract/live/live-events.ts";
import type { RecordChannel, RecordMember } from "../../../contract/records/record-channel.ts";
import { createEmitter, createStore, useStore } from "../store.ts";

/** "paused": connected to the portal, which hears nothing of its other nodes at the moment. */
export type LiveState = "connecting" | "online" | "paused" | "interrupted";
export type LinkStatus = "connecting" | "online" | "offline";
export type ChannelStatus = "waiting" | "subscribed" | "refused";

export interface LiveSnapshot {
  state: LiveState;
  socketId: string | undefined;
  channels: Readonly<Partial<Record<ChannelName, ChannelStatus>>>;
  members: readonly PresenceMember[];
  /** Who has the records open that this page has entered. */
  rooms: Readonly<Partial<Record<RecordChannel, readonly RecordMember[]>>>;
  /** What became of the connection and when, oldest first. */
  history: readonly { order: number; status: LinkStatus; at: Date }[];
}

export interface ReceivedEvent {
  event: LiveEventName;
  /** The channel it came through; "person" for the signed-in person's own. */
  source: ChannelName | "person";
  payload: unknown;
  at: Date;
}

const maxHistory = 100;
const nothing: LiveSnapshot = {
  state: "connecting",
  socketId: undefined,
  channels: {},
  members: [],
  rooms: {},
  history: [],
};

const store = createStore(nothing);
const events = createEmitter<[received: ReceivedEvent]>();

/** Written by the live client alone. */
export const liveStore = {
  read: store.read,
  update(change: Partial<LiveSnapshot>): void {
    store.set({ ...store.read(), ...change });
  },
  /** Adds to the history what differs from its last entry. */
  log(status: LinkStatus): void {
    const { history } = store.read();
    const last = history.at(-1);
    if (last?.status === status) return;
    const entry = { order: (last?.order ?? 0) + 1, status, at: new Date() };
    liveStore.update({ history: [...history, entry].slice(-maxHistory) });
  },
  received: events.emit,
  reset(): void {
    liveStore.update({ ...nothing, history: store.read().history });
  },
};

/** Calls back with every event of the catalogue as it comes in, whatever its effect; returns how to stop. */
export const listenToLiveEvents = events.subscribe;

/** "interrupted" only after the connection was there once, or could not be made for 5 s. */
export function useLiveState(): LiveState {
  return useLive((live) => live.state);
}

/** Who is online, this person included; the last known list while the connection is away. */
export function usePresence(): readonly PresenceMember[] {
  return useLive((live) => live.members);
}

/** One part of what is known of the connection; the part must be stored, not made by the selector. */
export function useLive<Part>(select: (live: LiveSnapshot) => Part): Part {
  return useStore(store, select);
}
