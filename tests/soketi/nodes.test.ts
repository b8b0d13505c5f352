import type PusherClient from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { keepMembersWhole } from "../../app/lib/live/members.ts";
import { atFileEnd } from "../support/file-end.ts";
import { findRedis, type RedisServer, startRedis } from "../support/nodes/redis.ts";
import { until } from "../support/until.ts";
import { connectClient, type Person } from "./live-client.ts";
import { type Running, runSoketi } from "./running-soketi.ts";

const program = findRedis();
const reason = program ? "" : " (skipped: Debian's redis-server is not installed)";

let redis: RedisServer;
beforeAll(async () => {
  if (!program) return;
  redis = await startRedis(program);
  atFileEnd(redis.stop);
});

const ada = { id: "u-ada", name: "Ada" };
const bob = { id: "u-bob", name: "Bob" };
const room = "presence-room";

async function start(prefix: string): Promise<Running> {
  const soketi = await runSoketi({ shared: { url: redis.url, prefix } });
  onTestFinished(() => soketi.stop());
  return soketi;
}

let portals = 0;
/** Two nodes whose Soketis hear each other. */
async function startTwo(): Promise<[Running, Running]> {
  portals += 1;
  const nodes: [Running, Running] = [await start(`techcenter:${portals}`), await start(`techcenter:${portals}`)];
  await untilMet(...nodes);
  return nodes;
}

/** What is sent before both have subscribed reaches one of them alone. */
async function untilMet(one: Running, other: Running): Promise<void> {
  const [here, there] = await Promise.all([sit(one, ada, "greeting"), sit(other, bob, "greeting")]);
  await until(async () => {
    await one.publisher.trigger("greeting", "hello", {});
    await other.publisher.trigger("greeting", "hello", {});
    expect([here.heard.length, there.heard.length].map((count) => count >= 2)).toEqual([true, true]);
  });
  here.client.disconnect();
  there.client.disconnect();
}

interface Seat {
  client: PusherClient;
  heard: unknown[];
  members(): string[];
}

/** A browser at a node, once it has joined the channel. */
async function sit(node: Running, person: Person, name: string, onConnected?: () => void): Promise<Seat> {
  const client = connectClient(node.port, node.publisher, person);
  if (onConnected) client.connection.bind("connected", onConnected);
  keepMembersWhole(client);
  const channel = client.subscribe(name);
  const heard: unknown[] = [];
  channel.bind("hello", (payload: unknown) => heard.push(payload));
  await until(() => expect(channel.subscribed).toBe(true));
  return { client, heard, members: () => Object.keys((channel as PresenceChannel).members.members).toSorted() };
}

async function countSockets(node: Running, channel: string): Promise<unknown> {
  const answer = await node.publisher.get({ path: `/channels/${channel}` });
  return (await answer.json()).subscription_count;
}

describe.skipIf(!program)(`the Soketis of two nodes${reason}`, () => {
  it("bring an event to the browsers of both, once and in order, but not to its sender", async () => {
    const [one, other] = await startTwo();
    const [here, there, sender] = await Promise.all([
      sit(one, ada, "website"),
      sit(other, bob, "website"),
      sit(other, ada, "website"),
    ]);
    const numbers = Array.from({ length: 50 }, (_, number) => ({ number }));
    const socket_id = sender.client.connection.socket_id;
    for (const payload of numbers) await one.publisher.trigger("website", "hello", payload, { socket_id });
    await until(() => expect([here.heard.length, there.heard.length]).toEqual([50, 50]));
    expect([here.heard, there.heard, sender.heard]).toEqual([numbers, numbers, []]);
  });

  it("bring a person's own events to all of their browsers, and to nobody else's", async () => {
    const [one, other] = await startTwo();
    const seats = await Promise.all([sit(one, ada, "website"), sit(other, ada, "website"), sit(other, bob, "website")]);
    const heard = seats.map(({ client }) => {
      const events: unknown[] = [];
      client.user.bind("hello", (payload: unknown) => events.push(payload));
      client.signin();
      return events;
    });
    await until(async () => {
      await one.publisher.sendToUser(ada.id, "hello", { to: "Ada" });
      expect(heard.slice(0, 2).map((events) => events.length > 0)).toEqual([true, true]);
    });
    expect(heard[2]).toEqual([]);
  });

  it("show who is there over both, and who leaves", async () => {
    const [one, other] = await startTwo();
    const here = await sit(one, ada, room);
    const there = await sit(other, bob, room);
    await until(() =>
      expect([here.members(), there.members()]).toEqual([
        [ada.id, bob.id],
        [ada.id, bob.id],
      ]),
    );
    there.client.disconnect();
    await until(() => expect(here.members()).toEqual([ada.id]));
  });

  it("agree on who is there after many came at once and went from one node to the other", async () => {
    const nodes = await startTwo();
    const people = Array.from({ length: 12 }, (_, index) => ({ id: `u-${index}`, name: `Person ${index}` }));
    const everybody = people.map(({ id }) => id).toSorted();
    const seats = await Promise.all(people.map((person, index) => sit(nodes[index % 2] as Running, person, room)));
    await until(() => expect(seats.map(({ members }) => members())).toEqual(people.map(() => everybody)));
    const moved = await Promise.all(
      people.map((person, index) => {
        // Gone from the one while the other is still asked who is there.
        const leave = () => seats[index]?.client.disconnect();
        return sit(nodes[(index + 1) % 2] as Running, person, room, leave);
      }),
    );
    // Before that, nobody has been told of those who left.
    await until(async () => expect(await countSockets(nodes[0], room)).toBe(people.length));
    await until(() => expect(moved.map(({ members }) => members())).toEqual(people.map(() => everybody)));
  });

  it("let people join while Redis is away or hangs, each at their own node", async () => {
    const [one, other] = await startTwo();
    redis.freeze();
    try {
      const here = await sit(one, ada, room);
      expect(here.members()).toEqual([ada.id]);
    } finally {
      redis.thaw();
    }
    await redis.halt();
    const there = await sit(other, bob, room).finally(() => redis.resume());
    expect(there.members()).toContain(bob.id);
  });

  it("say after an outage that something may have been missed, and hear each other again", async () => {
    const [one, other] = await startTwo();
    const gaps = [0, 0];
    one.onGap(() => (gaps[0] = (gaps[0] ?? 0) + 1));
    other.onGap(() => (gaps[1] = (gaps[1] ?? 0) + 1));
    const there = await sit(other, bob, "website");
    await redis.halt();
    // A browser of the same node hears it all the same.
    const here = await sit(one, ada, "website");
    await one.publisher.trigger("website", "hello", { during: "the outage" });
    await until(() => expect(here.heard).toEqual([{ during: "the outage" }]));
    await redis.resume();
    // Each has a connection to speak and one to listen, and tells of both when they are back.
    await until(() => expect(gaps.map((count) => count > 1)).toEqual([true, true]));
    await one.publisher.trigger("website", "hello", { after: "the outage" });
    await until(() => expect(there.heard).toEqual([{ after: "the outage" }]));
    await redis.cutClients();
    await until(() => expect(gaps.map((count) => count > 2)).toEqual([true, true]));
  });

  it("show nobody of a node that was killed to whoever asks anew", async () => {
    const [one, other] = await startTwo();
    const here = await sit(one, ada, room);
    const there = await sit(other, bob, room);
    await until(() => expect(there.members()).toEqual([ada.id, bob.id]));
    process.kill(one.pid() ?? 0, "SIGKILL");
    // Otherwise her browser comes back as soon as the node is started again.
    here.client.disconnect();
    await until(async () => {
      const late = await sit(other, { id: "u-eve", name: "Eve" }, room);
      expect(late.members()).not.toContain(ada.id);
    });
  });

  it("answer in spite of one that hangs, and tell of its people once it goes on", async () => {
    const [one, other] = await startTwo();
    await sit(one, ada, room);
    const pid = one.pid() ?? 0;
    process.kill(pid, "SIGSTOP");
    const there = await sit(other, bob, room).finally(() => process.kill(pid, "SIGCONT"));
    await until(() => expect(there.members()).toEqual([ada.id, bob.id]));
  });

  it("do not hear those of another portal on the same Redis", async () => {
    const [one, other] = await startTwo();
    const stranger = await start("techcenter:another");
    const [there, elsewhere] = [await sit(other, bob, "website"), await sit(stranger, ada, "website")];
    await one.publisher.trigger("website", "hello", { to: "the own portal" });
    await until(() => expect(there.heard).toHaveLength(1));
    await stranger.publisher.trigger("website", "hello", { to: "another" });
    await until(() => expect(elsewhere.heard).toEqual([{ to: "another" }]));
    expect(there.heard).toEqual([{ to: "the own portal" }]);
  });

  it("start without Redis, end while it hangs, and tell no line for each try", async () => {
    await redis.halt();
    const shared = { url: redis.url, prefix: "techcenter:alone" };
    const alone = await runSoketi({ shared }).finally(() => redis.resume());
    await sit(alone, ada, "website");
    redis.freeze();
    try {
      await alone.stop();
    } finally {
      redis.thaw();
    }
    expect(alone.lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([]);
  });
});
