import { z } from "zod";
import type { LivePayload } from "../../contract/live/live-events.ts";
import { isOneOf } from "../../contract/narrowing.ts";
import { recordTypes } from "../../contract/records/record-types.ts";
import type { Log } from "../log.ts";
import type { Bus } from "../nodes/bus.ts";
import { GapBell } from "../nodes/gap-bell.ts";
import type { Publisher } from "./publisher.ts";
import { type RecordRooms, recordsChangesOf } from "./record-rooms.ts";

interface LiveNodesOptions {
  bus: Bus;
  rooms: RecordRooms;
  /** Sends to Soketi, and closes sockets of this node. */
  publisher: Publisher;
  /** The Soketis of the nodes may not have heard each other. */
  onPushGap(listener: () => void): void;
  /** Says something to the browsers of this node alone. */
  sayToBrowsers(payload: LivePayload<"liveGap">): void;
  log: Log;
}

export interface LiveNodes extends Publisher {
  /** What a browser that connects has to know; undefined where live events come as ever. */
  greeting(): LivePayload<"liveGap"> | undefined;
  /** Has the browsers of the other nodes fetch everything, where what this one sends may not have reached them. */
  tellGap(): void;
  end(): void;
}

const topics = { records: "live.records", sockets: "live.sockets", gap: "live.gap" } as const;

const recordsChanged = z.object({
  changes: z.array(z.object({ type: z.string(), ids: z.array(z.string()) })),
});
const disconnected = z.union([z.object({ userId: z.string() }), z.object({ sessionId: z.string() })]);

/**
 * Live events on every node of a portal. Soketi carries them to the browsers of all; what a node does with its own sockets
 * is told to the others here. Where something may have been missed, rooms are looked at anew and the browsers of this node
 * fetch everything; while nothing comes from other nodes, they say so.
 */
export function liveNodes({ bus, rooms, publisher, onPushGap, sayToBrowsers, log }: LiveNodesOptions): LiveNodes {
  const gaps = new GapBell(log);
  const isPaused = () => !bus.isConnected();
  const stops = [
    gaps.listen(() => {
      void rooms.recheckAll();
      sayToBrowsers({ live: { isPaused: isPaused() } });
    }),
    bus.subscribe(topics.records, (payload) => {
      const { changes } = recordsChanged.parse(payload);
      // Another version of the portal may know types that this one does not.
      void rooms.applyChanges(changes.flatMap(({ type, ids }) => (isOneOf(recordTypes, type) ? [{ type, ids }] : [])));
    }),
    bus.subscribe(topics.sockets, (payload) => publisher.disconnect(disconnected.parse(payload))),
    bus.subscribe(topics.gap, () => gaps.ring()),
    bus.onGap(() => gaps.ring()),
    bus.onConnection((isConnected) => {
      if (!isConnected) sayToBrowsers({ live: { isPaused: true } });
    }),
  ];
  const tellGap = () => bus.publish(topics.gap, {});
  onPushGap(() => {
    tellGap();
    gaps.ring();
  });
  return {
    publish(signals) {
      const changes = recordsChangesOf(signals);
      if (changes.length > 0) {
        void rooms.applyChanges(changes);
        bus.publish(topics.records, { changes });
      }
      return publisher.publish(signals);
    },
    disconnect(target) {
      publisher.disconnect(target);
      bus.publish(topics.sockets, target);
    },
    position: publisher.position,
    tellGap,
    greeting: () => (isPaused() ? { live: { isPaused: true } } : undefined),
    end() {
      gaps.end();
      for (const stop of stops) stop();
    },
  };
}
