import type { PresenceChannel } from "pusher-js";
import Pusher from "pusher-js";
import {
  type ChannelName,
  channelOf,
  type LiveEventName,
  liveEventNames,
  type PresenceMember,
  presenceChannel,
} from "../../../contract/live/live-events.ts";
import { pushTimings } from "../../../contract/live/push-timings.ts";
import { authHandlers, isSessionGone, type Post } from "./authorization.ts";
import { isAway, watchAway } from "./away.ts";
import type { ChannelStatus, LinkStatus } from "./live-store.ts";
import { keepMembersWhole, rereadMembers } from "./members.ts";
import { openPresenceList } from "./presence-list.ts";
import { retryDelay } from "./retry-delay.ts";
import { keepRooms, type RoomListener } from "./room-subscriptions.ts";
import { onSocketEnd } from "./socket-end.ts";
import { whenSubscribed } from "./subscriptions.ts";

export interface ConnectionOptions {
  appKey: string;
  /** The page's own host; TLS follows the page's protocol. */
  location: { hostname: string; port: string; protocol: string };
  channels: readonly ChannelName[];
  /** Whether it enters the rooms of records; it does when absent. */
  hasRooms?: boolean;
  post: Post;
  /** "online" means subscribed to everything: whatever is published from here on arrives. */
  onStatus(status: LinkStatus, socketId?: string): void;
  onChannel(channel: ChannelName, status: ChannelStatus): void;
  onMembers(members: PresenceMember[]): void;
  onRoom: RoomListener;
  onEvent(event: LiveEventName, payload: unknown, source: ChannelName | "person"): void;
  /** The server no longer knows the session; nothing is tried again until retryNow(). */
  onSessionLost(): void;
}

export interface Connection {
  /** Tries at once where the next try would have to wait. */
  retryNow(): void;
  /** Ends the socket and opens another one at once. */
  move(): void;
  /** Asks anew who is in each channel that shows its members, without leaving it. */
  rereadMembers(): void;
  stop(): void;
}

/** Sent to clients that did not sign in in time, and to those whose connections the server ended. */
const cutByServer = 4009;
/** This side has closed it without a reason, to open another one. */
const closedHere = 1005;
/** After these nothing is wrong with the server, which is there at once. */
const endsForNow = new Set([cutByServer, closedHere]);

/** Connects to the push server and stays connected: tries again after 0.5 s, 1 s, 2 s … 5 s, until stop(). */
export function connect(options: ConnectionOptions): Connection {
  const { location, onStatus } = options;
  const isSecure = location.protocol === "https:";
  const port = Number(location.port) || (isSecure ? 443 : 80);
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isResting = false;
  // pusher-js waits a second after a lost socket, 15 s after one that could not be opened, and for ever after 4009.
  // It opens the first socket as soon as it is made.
  const stopWatching = onSocketEnd(ended);
  const pusher = new Pusher(options.appKey, {
    cluster: "",
    wsHost: location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: isSecure,
    // With "wss" on a page without TLS, pusher-js would also try TLS where nobody speaks it.
    enabledTransports: isSecure ? ["ws", "wss"] : ["ws"],
    enableStats: false,
    activityTimeout: pushTimings.activityTimeoutMs,
    pongTimeout: pushTimings.pongTimeoutMs,
    unavailableTimeout: pushTimings.unavailableTimeoutMs,
    ...authHandlers(options.post, { isOpen, onSessionLost: sessionLost }),
  });

  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    if (current === "connected") {
      failures = 0;
      onStatus("connecting", pusher.connection.socket_id);
    } else onStatus(current === "connecting" ? "connecting" : "offline");
  });
  keepMembersWhole(pusher);
  const stopPresence = listen(pusher, options);
  const stopRooms = options.hasRooms === false ? undefined : keepRooms(pusher, options.onRoom);
  whenSubscribed(pusher, options.channels, () => onStatus("online", pusher.connection.socket_id));
  pusher.signin();

  function isOpen(socketId: string): boolean {
    return pusher.connection.state === "connected" && pusher.connection.socket_id === socketId;
  }

  function ended(code: number): void {
    // A connection that was there is still listed while its end is being told; one that never was must be ended before
    // pusher-js opens the next socket by itself.
    if (pusher.connection.connection) setTimeout(lost, 0, code);
    else void lost(code);
  }

  async function lost(code: number): Promise<void> {
    if (isResting || retryTimer || pusher.connection.connection) return;
    pusher.disconnect();
    const hasFailedBefore = failures > 0;
    retryTimer = setTimeout(retry, endsForNow.has(code) && !hasFailedBefore ? 0 : retryDelay(failures));
    failures += 1;
    if (hasFailedBefore && (await isSessionGone(options.post))) sessionLost();
  }

  function retry(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    pusher.connect();
  }

  function rest(): void {
    isResting = true;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    pusher.disconnect();
  }

  function sessionLost(): void {
    if (isResting) return;
    rest();
    options.onSessionLost();
  }

  return {
    retryNow() {
      if (!retryTimer && !isResting) return;
      isResting = false;
      retry();
    },
    // The next socket follows the end of this one.
    move: () => pusher.disconnect(),
    rereadMembers: () => rereadMembers(pusher),
    stop() {
      rest();
      stopWatching();
      stopRooms?.();
      stopPresence?.();
      pusher.unbind_all();
      pusher.connection.unbind();
    },
  };
}

function listen(
  pusher: Pusher,
  { channels, onChannel, onMembers, onEvent }: ConnectionOptions,
): (() => void) | undefined {
  let stopPresence: (() => void) | undefined;
  for (const name of channels) {
    onChannel(name, "waiting");
    pusher.connection.bind("disconnected", () => onChannel(name, "waiting"));
    if (name === presenceChannel) {
      stopPresence = keepPresence(pusher, { onStatus: (status) => onChannel(name, status), onMembers });
      continue;
    }
    const channel = pusher.subscribe(name);
    channel.bind("pusher:subscription_succeeded", () => onChannel(name, "subscribed"));
    channel.bind("pusher:subscription_error", () => onChannel(name, "refused"));
    for (const event of liveEventNames.filter((event) => channelOf(event) === name))
      channel.bind(event, (payload: unknown) => onEvent(event, payload, name));
  }
  // Those of a channel come to single people too: what is restricted is told to its readers alone.
  for (const event of liveEventNames) pusher.user.bind(event, (payload: unknown) => onEvent(event, payload, "person"));
  return stopPresence;
}

interface PresenceListeners {
  onStatus(status: ChannelStatus): void;
  onMembers(members: PresenceMember[]): void;
}

/** Subscribes to who is online, and again when this page is no longer used or used again; returns how to stop. */
function keepPresence(pusher: Pusher, { onStatus, onMembers }: PresenceListeners): () => void {
  const list = openPresenceList(onMembers);

  function join(): void {
    const channel = pusher.subscribe(presenceChannel) as PresenceChannel;
    const members = () => Object.values(channel.members.members as Record<string, PresenceMember>);
    channel.bind("pusher:subscription_succeeded", () => {
      onStatus("subscribed");
      // Left and joined again within one request it is joined by the answer to the first.
      if (isJoinedAsAway(channel) !== isAway()) rejoin();
      else list.set(members());
    });
    channel.bind("pusher:subscription_error", () => onStatus("refused"));
    // Whoever has lost the connection knows of nobody until it is back.
    const tellSoon = () => list.setSoon(() => (channel.subscribed ? members() : undefined));
    for (const event of ["pusher:member_added", "pusher:member_removed"]) channel.bind(event, tellSoon);
  }

  function rejoin(): void {
    pusher.channel(presenceChannel)?.unbind();
    pusher.unsubscribe(presenceChannel);
    join();
  }

  join();
  const stopWatching = watchAway(rejoin);
  return () => {
    stopWatching();
    list.stop();
  };
}

const isJoinedAsAway = ({ members }: PresenceChannel) => String(members.myID).endsWith(":away");
