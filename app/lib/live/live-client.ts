import {
  broadcastChannels,
  type Feature,
  type LiveToast,
  mayJoinChannel,
  presenceChannel,
} from "../../../contract/live/live-events.ts";
import { readPayload } from "../../../contract/live/read-payload.ts";
import type { Topic } from "../../../contract/notifications/notification-categories.ts";
import type { Role } from "../../../contract/roles.ts";
import { rememberSocketId } from "../api/socket-id.ts";
import type { Post } from "./authorization.ts";
import { type ConnectionOptions, connect } from "./connection.ts";
import { createEffects } from "./effects.ts";
import { type LinkStatus, liveStore } from "./live-store.ts";

const patienceMs = 5000;

export interface LiveClientOptions {
  appKey: string;
  role: Role;
  /** Shows this person to nobody, and nobody to them. */
  isInvisible?: boolean;
  refresh(features: readonly Feature[] | "everything"): void;
  toast(toast: LiveToast): void;
  badge(by: number): void;
  rereadBadge(): void;
  mayShow(topic: Topic): Promise<boolean>;
  onSessionLost(): void;
  /** Whether nothing has been published since the page's own data was read; asked with the first connection. */
  isCurrent?: (() => Promise<boolean>) | undefined;
  location?: ConnectionOptions["location"];
  post?: Post;
}

/** Keeps the live connection of this page: fills the live store and makes events do what the catalogue says. */
export function startLiveClient(options: LiveClientOptions): { stop(): void; retryNow(): void } {
  const { location = window.location, post = postForm } = options;
  const effects = createEffects(options);
  let hasBeenOnline = false;
  let isOnline = false;
  let isPaused = false;
  let isOver = false;
  /** Runs while the socket moves to another node, of which nobody has to be told unless it takes long. */
  let moving: ReturnType<typeof setTimeout> | undefined;
  const patience = setTimeout(() => {
    if (!hasBeenOnline) liveStore.update({ state: "interrupted" });
  }, patienceMs);

  function onStatus(status: LinkStatus, socketId?: string): void {
    rememberSocketId(socketId);
    liveStore.log(status);
    isOnline = status === "online";
    // A new socket is told at once if nothing comes from other nodes.
    if (!isOnline) isPaused = false;
    const offState = hasBeenOnline && !moving ? "interrupted" : liveStore.read().state;
    liveStore.update({ socketId, state: isOnline ? onState() : offState });
    if (!isOnline) return;
    const isFirst = !hasBeenOnline;
    hasBeenOnline = true;
    // What happened before, also between the page's own data and its first connection, was not heard.
    if (isFirst && options.isCurrent) options.isCurrent().then(catchUpUnless, () => catchUpUnless(false));
    else effects.catchUp();
    if (moving) moved();
  }

  function move(): void {
    moving ??= setTimeout(() => {
      moving = undefined;
      if (!isOnline) liveStore.update({ state: "interrupted" });
    }, patienceMs);
    connection.move();
  }

  function moved(): void {
    clearTimeout(moving);
    moving = undefined;
    // What was sent between the two sockets was not heard, and no state has told so.
    const payload = { live: { isPaused } };
    liveStore.received({ event: "liveGap", payload, source: "website", at: new Date() });
  }

  function catchUpUnless(isCurrent: boolean): void {
    if (!isCurrent && !isOver) effects.catchUp();
  }

  const onState = () => (isPaused ? "paused" : "online");

  function onGap(payload: unknown): void {
    isPaused = readPayload("liveGap", payload)?.live.isPaused ?? false;
    const { state } = liveStore.read();
    if (state === "online" || state === "paused") liveStore.update({ state: onState() });
    if (!isPaused) connection.rereadMembers();
  }

  const connection = connect({
    appKey: options.appKey,
    location,
    post,
    channels: ([presenceChannel, ...broadcastChannels] as const).filter((channel) =>
      mayJoinChannel(options.role, channel, options),
    ),
    hasRooms: !options.isInvisible,
    onStatus,
    onChannel: (channel, status) => liveStore.update({ channels: { ...liveStore.read().channels, [channel]: status } }),
    onMembers: (members) =>
      liveStore.update({ members: members.toSorted((a, b) => a.name.localeCompare(b.name, "de")) }),
    onRoom(channel, members) {
      const { [channel]: _, ...others } = liveStore.read().rooms;
      liveStore.update({ rooms: members ? { ...others, [channel]: members } : others });
    },
    onEvent(event, payload, source) {
      liveStore.received({ event, payload, source, at: new Date() });
      if (event === "liveGap") onGap(payload);
      if (event === "liveMove") move();
      effects.receive(event, payload);
    },
    onSessionLost: options.onSessionLost,
  });

  return {
    retryNow: connection.retryNow,
    stop() {
      isOver = true;
      clearTimeout(patience);
      clearTimeout(moving);
      effects.stop();
      connection.stop();
      rememberSocketId(undefined);
      liveStore.reset();
    },
  };
}

const postForm: Post = (path, form) => fetch(path, { method: "POST", body: form });
