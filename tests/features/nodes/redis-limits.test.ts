import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { type NodeLinks, openLinks } from "../../../server/nodes/open-links.ts";
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

const nodes: NodeLinks[] = [];
afterEach(async () => {
  for (const { bus } of nodes.splice(0)) await bus.end();
});

let offices = 0;
async function joinTwo(): Promise<[NodeLinks, NodeLinks]> {
  offices += 1;
  const open = () => openLinks({ url: redis.url, prefix: `techcenter:${offices}` }, createLog("silent"));
  const both: [NodeLinks, NodeLinks] = [await open(), await open()];
  nodes.push(...both);
  await until(() => expect(both.map(({ bus }) => bus.isConnected())).toEqual([true, true]));
  return both;
}

/** Node clocks that lie apart: they do not decide. */
const clocks = [Date.now(), Date.now() + 3 * 60_000] as const;
const minutes = clocks.map((at) => () => new Date(at));

describe.skipIf(!program)(`what callers may do on all nodes together${reason}`, () => {
  it("is one bucket, whichever node is asked and however its clock goes", async () => {
    const takes = (await joinTwo()).map(({ limits }) => limits.openBucket("messages", 10));
    const take = (count: number) => takes[count % 2]?.("jana", clocks[count % 2] ?? 0);
    expect(await take(0)).toMatchObject({ isAllowed: true, limit: 10, remaining: 9, resetSeconds: 6 });
    // At once, since what is taken flows back within six seconds.
    const answers = await Promise.all(Array.from({ length: 11 }, (_, count) => take(count + 1)));
    expect(answers.filter((answer) => answer?.isAllowed)).toHaveLength(9);
    const refused = answers.filter((answer) => answer && !answer.isAllowed);
    expect(refused).toEqual(Array(2).fill(expect.objectContaining({ remaining: 0, resetSeconds: 6 })));
    expect(await takes[0]?.("timo", clocks[0])).toMatchObject({ isAllowed: true, remaining: 9 });
  });

  it("counts what is worth several requests as many", async () => {
    const [one, other] = (await joinTwo()).map(({ limits }) => limits.openBucket("rpc", 10));
    expect(await one?.("jana", clocks[0], 8)).toMatchObject({ isAllowed: true, remaining: 2 });
    expect(await other?.("jana", clocks[0], 8)).toMatchObject({ isAllowed: false, remaining: 2, resetSeconds: 36 });
    expect(await other?.("jana", clocks[0], 2)).toMatchObject({ isAllowed: true });
  });

  it("is one count a minute, whose names and portals do not meet", async () => {
    const [one, other] = await joinTwo();
    const [stranger] = await joinTwo();
    await until(async () => expect(await redis.secondsLeft()).toBeGreaterThan(5));
    const ask = async (node: NodeLinks, name: string, caller: string | undefined) =>
      node.limits.perMinute(name, 2, minutes[0] ?? (() => new Date()))(caller);
    expect([await ask(one, "calendar", "a"), await ask(other, "calendar", "a")]).toEqual([false, false]);
    expect([
      await ask(one, "calendar", "b"),
      await ask(one, "status", "a"),
      await ask(stranger, "calendar", "a"),
    ]).toEqual([false, false, false]);
    expect([await ask(one, "calendar", "a"), await ask(other, "calendar", undefined)]).toEqual([true, false]);
  });

  it("is counted by each node for itself while Redis is away or hangs, without waiting for it", async () => {
    const [one, other] = await joinTwo();
    const takes = [one, other].map(({ limits }) => limits.openBucket("messages", 1));
    const take = async () =>
      (await Promise.all(takes.map((each) => each("jana", clocks[0])))).map((each) => each.isAllowed);
    redis.freeze();
    try {
      // As each counts for itself, each allows one.
      expect(await take()).toEqual([true, true]);
      expect(await take()).toEqual([false, false]);
    } finally {
      redis.thaw();
    }
    await redis.halt();
    await until(() => expect([one, other].map(({ bus }) => bus.isConnected())).toEqual([false, false]));
    expect(await take()).toEqual([false, false]);
    await redis.resume();
    await until(() => expect([one, other].map(({ bus }) => bus.isConnected())).toEqual([true, true]));
    expect((await take()).toSorted()).toEqual([false, true]);
  });
});
