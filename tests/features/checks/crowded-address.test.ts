import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEngine, type Engine, tickMs } from "../../../server/checks/engine.ts";
import type { ProbeOutcome } from "../../../server/checks/probe.ts";
import type { WantedCheck } from "../../../server/checks/store/schedule.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import { createLog } from "../../../server/log.ts";

const count = 40;
/** As long as a look takes at which nobody answers. */
const silentS = 10;
const begun = Date.parse("2026-11-20T09:00:00Z");

let folder: string;
let store: Store;
let engine: Engine;
/** In seconds since the beginning. */
let clock: number;
let wanted: WantedCheck[];
let open: { until: number; end(): void }[];
let most: number;
let answer: ProbeOutcome;
let isDown: boolean;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "techcenter-crowd-"));
  store = openStore(path.join(folder, "checks.sqlite"));
  [clock, open, most, isDown] = [0, [], 0, false];
  wanted = Array.from({ length: count }, (_, no) => ({
    id: `check-${no}`,
    kind: "http" as const,
    target: { type: "website" as const, id: `site-${no}` },
    address: `seite-${no}.example:443`,
    intervalS: 60,
    timeoutMs: silentS * 1000,
    priority: 5,
    secret: null,
    config: JSON.stringify({ url: `https://seite-${no}.example/` }),
    isActive: true,
    isRemoved: false,
    quietFrom: null,
    quietUntil: null,
    askedAt: null,
    revision: 1,
  }));
  engine = createEngine({
    store,
    log: createLog("silent"),
    random: () => 0.5,
    unseal: (text) => text,
    now: () => begun + clock * 1000,
    resolver: { resolveName: async () => [] },
    source: {
      changedAfter: async ({ revision }) => wanted.filter((check) => check.revision > revision),
      settings: async () => ({ allowedNetworks: [], canaries: [], maxChecks: 500 }),
      lastEvent: async () => 0,
    },
    probe: async () => {
      if (!isDown) return { outcome: "ok", phases: { connect: 5, total: 50 }, remoteAddress: "192.0.2.1" };
      const { promise, resolve } = Promise.withResolvers<void>();
      open.push({ until: clock + silentS, end: resolve });
      most = Math.max(most, open.length);
      await promise;
      return answer;
    },
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets what is under way come to its end; nothing of it waits for a clock. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets seconds pass, with all that begins and ends in them. */
async function pass(seconds: number, isOver = () => false, stepS = 1): Promise<void> {
  for (let left = seconds; left > 0 && !isOver(); left -= stepS) {
    clock += stepS;
    for (const look of open.filter(({ until }) => until <= clock)) look.end();
    open = open.filter(({ until }) => until > clock);
    await turn();
    engine.flush();
    engine.startDue();
    await turn();
    engine.flush();
  }
}

const eventsOf = (kind: string) =>
  store.sqlite.prepare("select at, target_id as id from events where kind = ? order by id").all(kind) as {
    at: number;
    id: string;
  }[];
const secondsUntil = (at: number | undefined) => (at === undefined ? undefined : (at - begun) / 1000 - brokenAt);
let brokenAt: number;

/** All that share the address fail from now on; at the first failure the others are asked, as the portal does. */
async function breakAll(outcome: ProbeOutcome): Promise<void> {
  await engine.sync();
  // A minute for the first round, and a second one after which everybody comes at a time of their own.
  await pass(130);
  [isDown, answer, brokenAt] = [true, outcome, clock];
  await pass(200, () => eventsOf("failing").length > 0);
  const [first] = eventsOf("failing");
  wanted = wanted.map((check) =>
    check.target.id === first?.id ? check : { ...check, askedAt: begun + clock * 1000, revision: 2 },
  );
  await engine.sync();
}

describe("forty websites behind one address", () => {
  it("that takes connections and says nothing are asked one at a time, and those in doubt before all that were asked for", async () => {
    await breakAll({
      outcome: "failed",
      phases: { connect: 5, total: silentS * 1000 },
      code: "timeout",
      text: "Timeout",
    });
    await pass(400, () => eventsOf("down").length >= 3);
    const downs = eventsOf("down");
    expect(downs[0]?.id).toBe(eventsOf("failing")[0]?.id);
    // Three looks of ten seconds with 20 and 60 between them, and no more than two others each time before it.
    expect(secondsUntil(downs[0]?.at)).toBeLessThan(240);
    // Three that are down within three minutes of each other name the host.
    expect((downs[2]?.at ?? 0) - (downs[0]?.at ?? 0)).toBeLessThan(180_000);
    expect(most).toBe(1);
  });

  it("that answers are asked one after the other, all of them within seconds", async () => {
    await engine.sync();
    await pass(130);
    wanted = wanted.map((check) => ({ ...check, askedAt: begun + clock * 1000, revision: 2 }));
    await engine.sync();
    const asked = begun + clock * 1000;
    const seen = () => store.sqlite.prepare("select count(*) from schedule where seen_at > ?").pluck().get(asked);
    await pass(5, () => seen() === count, tickMs / 1000);
    expect(seen()).toBe(count);
  });

  it("that takes no connections are known to be down within minutes", async () => {
    await breakAll({
      outcome: "failed",
      phases: { total: silentS * 1000 },
      code: "timeout",
      text: "Timeout",
      isSilent: true,
    });
    await pass(400, () => eventsOf("down").length === count);
    expect(eventsOf("down")).toHaveLength(count);
    expect(secondsUntil(eventsOf("down").at(-1)?.at)).toBeLessThan(300);
    expect(most).toBe(8);

    answer = { outcome: "ok", phases: { connect: 5, total: 50 }, remoteAddress: "192.0.2.1" };
    await pass(60);
    most = 0;
    await pass(60);
    expect(most).toBe(1);
  });
});
