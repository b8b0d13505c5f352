import { beforeEach, describe, expect, it, vi } from "vitest";
import { recordChannel } from "../../../contract/records/record-channel.ts";
import { type LiveNodes, liveNodes } from "../../../server/live/live-nodes.ts";
import type { Publisher, Signal } from "../../../server/live/publisher.ts";
import { RecordRooms } from "../../../server/live/record-rooms.ts";
import { createLog } from "../../../server/log.ts";
import { localBus } from "../../../server/nodes/local-bus.ts";
import { openHub, type TestBus } from "../../support/nodes/hub.ts";

const log = createLog("silent");
const page = { type: "page", id: "p1" } as const;
const changed: Signal = { event: "recordsChanged", payload: { records: { type: "page", ids: ["p1"] } }, toUserId: "u" };

interface Node {
  live: LiveNodes;
  published: Signal[];
  disconnected: Parameters<Publisher["disconnect"]>[0][];
  said: unknown[];
  expelled: string[];
  pushGap(): void;
}

/** A node whose one browser has lost the right to a page that it has open. */
function openNode(bus: Parameters<typeof liveNodes>[0]["bus"]): Node {
  const rooms = new RecordRooms({ log, isOpen: () => true });
  const node: Omit<Node, "live"> = {
    published: [],
    disconnected: [],
    said: [],
    expelled: [],
    pushGap: () => undefined,
  };
  const connection = rooms.subscribe({
    mayBeIn: async () => false,
    expel: (channel) => void node.expelled.push(channel),
  });
  connection.joined(recordChannel(page));
  const live = liveNodes({
    bus,
    rooms,
    log,
    publisher: {
      publish: async (signals) => void node.published.push(...signals),
      disconnect: (target) => void node.disconnected.push(target),
    },
    onPushGap: (listener) => {
      node.pushGap = listener;
    },
    sayToBrowsers: ({ live: { isPaused } }) => void node.said.push(isPaused ? "paused" : "fetch"),
  });
  return Object.assign(node, { live });
}

describe("two nodes", () => {
  let buses: [TestBus, TestBus];
  let one: Node;
  let other: Node;
  beforeEach(() => {
    const hub = openHub();
    buses = [hub.join(), hub.join()];
    one = openNode(buses[0]);
    other = openNode(buses[1]);
  });

  it("send each signal once, and both look at the rooms that it concerns", async () => {
    await one.live.publish([changed, { ...changed, toUserId: "v" }]);
    expect([one.published.length, other.published.length]).toEqual([2, 0]);
    const room = recordChannel(page);
    await vi.waitFor(() => expect([one.expelled, other.expelled]).toEqual([[room], [room]]));
  });

  it("close the sockets of whoever has to go, without telling each other for ever", () => {
    one.live.disconnect({ userId: "u1" });
    other.live.disconnect({ sessionId: "s1" });
    const both = [{ userId: "u1" }, { sessionId: "s1" }];
    expect([one.disconnected, other.disconnected]).toEqual([both, both]);
  });

  it("have their browsers fetch everything where the Soketi of one may have missed something", async () => {
    one.pushGap();
    expect([one.said, other.said]).toEqual([["fetch"], ["fetch"]]);
    await vi.waitFor(() => expect(one.expelled).toEqual([recordChannel(page)]));
  });

  it("say that nothing comes from the other, to those who connect as well, and catch up afterwards", () => {
    expect(one.live.greeting()).toBeUndefined();
    buses[0].cut();
    expect(one.live.greeting()).toEqual({ live: { isPaused: true } });
    buses[0].mend();
    expect([one.said, other.said, one.live.greeting()]).toEqual([["paused", "fetch"], [], undefined]);
  });

  it("say nothing more once they have ended", () => {
    one.live.end();
    buses[0].cut();
    other.live.disconnect({ userId: "u1" });
    expect([one.said, one.disconnected]).toEqual([[], []]);
  });
});

it("a portal that is alone tells its browsers nothing of nodes", async () => {
  const { live, said, published, expelled } = openNode(localBus());
  await live.publish([changed]);
  await vi.waitFor(() => expect(expelled).toHaveLength(1));
  expect([published.length, said, live.greeting()]).toEqual([1, [], undefined]);
});
