import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import type { Bus } from "../../../server/nodes/bus.ts";
import { openLinks } from "../../../server/nodes/open-links.ts";
import { redisBus } from "../../../server/nodes/redis-bus.ts";
import { redisClients } from "../../../server/nodes/redis-clients.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { findRedis, type RedisServer, startRedis } from "../../support/nodes/redis.ts";
import { until } from "../../support/until.ts";

const program = findRedis();
const reason = program ? "" : " (skipped: Debian's redis-server is not installed)";

let redis: RedisServer;
beforeAll(async () => {
  if (!program) return;
  redis = await startRedis(program);
  atFileEnd(redis.stop);
});

const buses: Bus[] = [];
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.end();
});

async function join(prefix = "techcenter:office") {
  const { bus } = await openLinks({ url: redis.url, prefix }, createLog("silent"));
  buses.push(bus);
  const node = { bus, heard: [] as unknown[], gaps: 0, connections: [] as boolean[] };
  bus.subscribe("told", (payload) => node.heard.push(payload));
  bus.onGap(() => {
    node.gaps += 1;
  });
  bus.onConnection((isConnected) => node.connections.push(isConnected));
  return node;
}

describe.skipIf(!program)(`nodes that meet in Redis${reason}`, () => {
  let one: Awaited<ReturnType<typeof join>>;
  let other: Awaited<ReturnType<typeof join>>;

  /** Both hear each other, and have looked for what they missed before. */
  beforeEach(async () => {
    one = await join();
    other = await join();
    await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([true, true]));
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.bus.publish("told", { hello: true });
      await until(() => expect(to.heard).toContainEqual({ hello: true }));
      to.heard.length = 0;
    }
  });

  it("are not told any more what they have stopped to listen to, and are what they have begun to hear since", async () => {
    const heard: string[] = [];
    const listen = (name: string) => other.bus.subscribe("pages", () => heard.push(name));
    const stop = listen("first");
    stop();
    listen("second");
    stop();
    one.bus.publish("pages", {});
    await until(() => expect(heard).toEqual(["second"]));
  });

  it("do not hear themselves, nor topics and portals that are not theirs", async () => {
    const stranger = await join("techcenter:another");
    await until(() => expect(stranger.bus.isConnected()).toBe(true));
    other.bus.publish("else", { to: "nobody" });
    other.bus.publish("told", { to: "one" });
    await until(() => expect(one.heard).toEqual([{ to: "one" }]));
    stranger.bus.publish("told", { to: "itself" });
    one.bus.publish("told", { to: "other" });
    await until(() => expect(other.heard).toEqual([{ to: "other" }]));
    expect([one.heard, stranger.heard]).toEqual([[{ to: "one" }], []]);
  });

  it("hear what each of the others says in its order, and find no gap in it", async () => {
    const before = one.gaps;
    const numbers = Array.from({ length: 2000 }, (_, number) => ({ number }));
    for (const payload of numbers) other.bus.publish("told", payload);
    await until(() => expect(one.heard).toHaveLength(numbers.length));
    expect(one.heard).toEqual(numbers);
    expect(one.gaps).toBe(before);
  });

  it("go on after a message that one of them cannot bear, or that is not JSON", async () => {
    one.bus.subscribe("told", () => {
      throw new Error("it cannot be borne");
    });
    other.bus.publish("told", { number: 1n });
    other.bus.publish("told", { number: 2 });
    await until(() => expect(one.heard).toEqual([{ number: 2 }]));
  });

  it("no longer call back who has stopped to listen", async () => {
    const heard: unknown[] = [];
    const stop = one.bus.subscribe("told", (payload) => heard.push(payload));
    stop();
    other.bus.publish("told", { number: 1 });
    await until(() => expect(one.heard).toEqual([{ number: 1 }]));
    expect(heard).toEqual([]);
  });

  it("find a gap after their connections were cut, though nothing follows", async () => {
    const before = [one.gaps, other.gaps];
    await redis.cutClients();
    await until(() => expect([one.connections.at(-2), one.connections.at(-1)]).toEqual([false, true]));
    await until(() => {
      expect(one.gaps).toBeGreaterThan(before[0] ?? 0);
      expect(other.gaps).toBeGreaterThan(before[1] ?? 0);
    });
    await until(() => {
      other.bus.publish("told", { again: true });
      expect(one.heard).toContainEqual({ again: true });
    });
  });

  it("drop what they say while Redis is away, tell so, and find a gap when it is back", async () => {
    await redis.halt();
    await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([false, false]));
    const before = one.gaps;
    other.bus.publish("told", { during: "the outage" });
    await redis.resume();
    await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([true, true]));
    await until(() => expect(one.gaps).toBeGreaterThan(before));
    other.bus.publish("told", { after: "the outage" });
    await until(() => expect(one.heard).toEqual([{ after: "the outage" }]));
  });

  it("notice a Redis that hangs, keep nothing for it, and find a gap when it goes on", async () => {
    redis.freeze();
    try {
      await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([false, false]));
      other.bus.publish("told", { while: "it hangs" });
    } finally {
      redis.thaw();
    }
    const before = one.gaps;
    await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([true, true]));
    await until(() => expect(one.gaps).toBeGreaterThan(before));
    other.bus.publish("told", { after: "it hung" });
    await until(() => expect(one.heard).toEqual([{ after: "it hung" }]));
  });

  it("find a gap where one of them falls silent: what it did last may not have been told", async () => {
    const clients = redisClients(redis.url);
    const third = redisBus({ clients, prefix: "techcenter:office", log: createLog("silent") });
    buses.push(third);
    await until(() => expect(third.isConnected()).toBe(true));
    third.publish("told", { by: "the third" });
    await until(() => expect(one.heard).toContainEqual({ by: "the third" }));
    const before = one.gaps;
    clients.end();
    await until(() => expect(one.gaps).toBeGreaterThan(before));
    expect(one.bus.isConnected()).toBe(true);
  });

  it("find none where one of them says that it ends", async () => {
    const third = await join();
    await until(() => expect(third.bus.isConnected()).toBe(true));
    third.bus.publish("told", { by: "the third" });
    await until(() => expect(one.heard).toContainEqual({ by: "the third" }));
    const before = one.gaps;
    await third.bus.end();
    const fourth = await join();
    await until(() => expect(fourth.bus.isConnected()).toBe(true));
    fourth.bus.publish("told", { by: "the fourth" });
    await until(() => expect(one.heard).toContainEqual({ by: "the fourth" }));
    expect(one.gaps).toBe(before);
  });
});

describe.skipIf(!program)(`a node without its Redis${reason}`, () => {
  it("starts, says that it is not connected, and ends", async () => {
    const { bus } = await openLinks({ url: "redis://127.0.0.1:1", prefix: "techcenter:office" }, createLog("silent"));
    bus.publish("told", { to: "nobody" });
    expect(bus.isConnected()).toBe(false);
    await bus.end();
  });
});

describe("a portal without REDIS_URL", () => {
  it("has a bus on which nobody is, and nothing is ever missed", async () => {
    const { bus } = await openLinks(undefined, createLog("silent"));
    const heard: unknown[] = [];
    bus.subscribe("told", (payload) => heard.push(payload));
    bus.publish("told", { to: "nobody" });
    expect([bus.isConnected(), heard]).toEqual([true, []]);
    await bus.end();
  });
});
