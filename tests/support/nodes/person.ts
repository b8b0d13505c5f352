import { setTimeout as pause } from "node:timers/promises";
import { connect } from "../../../app/lib/live/connection.ts";
import { createEffects } from "../../../app/lib/live/effects.ts";
import type { Refreshed } from "../../../contract/live/live-event.ts";
import { broadcastChannels, mayJoinChannel, presenceChannel } from "../../../contract/live/live-events.ts";
import { readPayload } from "../../../contract/live/read-payload.ts";
import type { Role } from "../../../contract/roles.ts";
import { inBrowser, postFrom } from "../portal/push-clients.ts";
import { type RpcClient, rpcClient } from "../portal/rpc-client.ts";

/** Whoever was refused does not ask again at once. */
const againMs = 250;

/** What a page shows. */
export interface Shown {
  /** Undefined where their list is not open. */
  customers: number | undefined;
  messages: number;
}

/** Somebody with the portal open: their page keeps what it shows up to date by live events alone. */
export interface PersonAtPage {
  id: string;
  cookie: string;
  client: RpcClient;
  shown(): Shown | undefined;
  /** The ids of those whom the page shows as online, once each. */
  members(): string[];
  state(): "online" | "paused" | "offline";
  /** When the page was connected last. */
  onlineSince(): number;
  close(): void;
}

interface PersonOptions {
  origin: string;
  appKey: string;
  person: { id: string; role: Role; cookie: string };
  chatId: string;
  /** Whether the list of customers is open beside the chat. */
  hasList: boolean;
  /** Hears of each question that was not answered, from when to when. */
  onFailure(what: string, error: unknown, startedAt: number): void;
}

/** Opens a page as `startLiveClient` does, of which a process can have one alone. */
export function openPersonAtPage({ origin, appKey, person, chatId, hasList, onFailure }: PersonOptions): PersonAtPage {
  const { id, role, cookie } = person;
  const client = rpcClient(origin, cookie);
  let shown: Shown | undefined;
  let members: string[] = [];
  let isOnline = false;
  let onlineSince = 0;
  let isPaused = false;
  let isReading = false;
  let mustRead = false;
  let isOver = false;

  async function read(): Promise<void> {
    mustRead = true;
    if (isReading) return;
    isReading = true;
    while (mustRead && !isOver) {
      mustRead = false;
      const startedAt = performance.now();
      try {
        const [customers, chat] = await Promise.all([
          hasList ? client.customer.list.query({ limit: 1 }) : undefined,
          client.chat.messages.query({ chatId, limit: 1 }),
        ]);
        shown = { customers: customers?.totalItems, messages: chat.messages.at(-1)?.number ?? 0 };
      } catch (error) {
        onFailure("read", error, startedAt);
        mustRead = true;
        await pause(againMs);
      }
    }
    isReading = false;
  }

  const effects = createEffects({
    refresh: (features: Refreshed) => {
      if (features === "everything" || (hasList && features.includes("customer"))) void read();
    },
    toast: () => undefined,
    badge: () => undefined,
    rereadBadge: () => undefined,
    mayShow: async () => false,
  });
  const browser = { cookie, origin };
  const { hostname, port } = new URL(origin);
  const connection = inBrowser(browser, () =>
    connect({
      appKey,
      location: { hostname, port, protocol: "http:" },
      post: postFrom(browser),
      channels: ([presenceChannel, ...broadcastChannels] as const).filter((channel) => mayJoinChannel(role, channel)),
      hasRooms: false,
      onStatus(status) {
        isOnline = status === "online";
        if (!isOnline) {
          isPaused = false;
          return;
        }
        onlineSince = performance.now();
        effects.catchUp();
      },
      onChannel: () => undefined,
      onMembers: (known) => {
        members = known.map((member) => member.id);
      },
      onRoom: () => undefined,
      onEvent(event, payload) {
        if (event === "liveGap") {
          isPaused = readPayload("liveGap", payload)?.live.isPaused ?? false;
          if (!isPaused) connection.rereadMembers();
        }
        if (event === "liveMove") connection.move();
        if (event === "chatMessage" && readPayload("chatMessage", payload)?.chat.id === chatId) void read();
        effects.receive(event, payload);
      },
      onSessionLost: () => onFailure("session", new Error("the session is lost"), performance.now()),
    }),
  );
  return {
    id,
    cookie,
    client,
    shown: () => shown,
    members: () => members,
    state: () => (!isOnline ? "offline" : isPaused ? "paused" : "online"),
    onlineSince: () => onlineSince,
    close() {
      isOver = true;
      effects.stop();
      connection.stop();
    },
  };
}
