import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newCheckState } from "../../../contract/checks/judge.ts";
import type { CheckOrder, Probe, ProbeOutcome } from "../../../server/checks/probe.ts";
import { countLooks } from "../../../server/checks/shares/count-looks.ts";
import { openLooker } from "../../../server/checks/shares/looker.ts";
import { openSealing, type Sealed } from "../../../server/checks/shares/messages.ts";
import { ownerOf } from "../../../server/checks/shares/owner.ts";
import { openShares, type Shares } from "../../../server/checks/shares/share-out.ts";
import type { Claimed } from "../../../server/checks/store/schedule.ts";
import { createLog } from "../../../server/log.ts";
import { loopbackTools } from "../../support/checks/probing.ts";

const [key, otherKey] = ["a key of forty characters for these tests", "another key of forty characters, or so"];
const targets = Array.from({ length: 3000 }, (_, number) => `website:${number}`);
const ownersAmong = (...nodes: string[]) => targets.map((target) => ownerOf(target, nodes));

describe("looks", () => {
  it("are counted for a minute", async () => {
    let now = 0;
    const { probe, perMinute } = countLooks(
      async () => well,
      () => now,
    );
    const look = () => probe({ id: "check" } as CheckOrder, loopbackTools);
    for (const at of [0, 10_000, 59_000]) {
      now = at;
      await look();
    }
    expect(perMinute()).toBe(3);
    now = 65_000;
    expect(perMinute()).toBe(2);
    now = 200_000;
    expect(perMinute()).toBe(0);
  });
});

describe("targets", () => {
  it("have nobody where there is no node", () => {
    expect(ownerOf("website:1", [])).toBeUndefined();
  });

  it("are shared out fairly, whatever the order of the nodes", () => {
    const owners = ownersAmong("eins", "zwei", "drei");
    for (const node of ["eins", "zwei", "drei"]) {
      const share = owners.filter((owner) => owner === node).length;
      expect(share).toBeGreaterThan(900);
      expect(share).toBeLessThan(1100);
    }
    expect(ownersAmong("drei", "eins", "zwei")).toEqual(owners);
  });

  it("change their node only where it goes, or to one that comes", () => {
    const before = ownersAmong("eins", "zwei", "drei");
    const without = ownersAmong("eins", "drei");
    const beside = ownersAmong("eins", "zwei", "drei", "vier");
    expect(without.filter((owner, index) => owner !== before[index] && before[index] !== "zwei")).toEqual([]);
    expect(beside.filter((owner, index) => owner !== before[index] && owner !== "vier")).toEqual([]);
  });
});

const certificate = { fingerprint: "aa", keyFingerprint: "bb", issuer: "Amt", validTo: "2027-01-01T00:00:00.000Z" };
const well: ProbeOutcome = { outcome: "ok", phases: { total: 40 } };

/** A target that is well, and whose turn it is. */
function due(given: Partial<Claimed> = {}): Claimed {
  return {
    no: 1,
    claim: 1,
    id: "check",
    kind: "http",
    target: { type: "website", id: theirs },
    address: "amsel.example:80",
    intervalS: 60,
    timeoutMs: 20_000,
    config: JSON.stringify({ url: "http://amsel.example/", slowMs: 3000 }),
    secret: null,
    quietFrom: null,
    quietUntil: null,
    dueAt: 0,
    askedAt: null,
    isHanging: false,
    priority: 2,
    basePriority: 2,
    state: { ...newCheckState, status: "online" },
    outcome: "ok",
    facts: {},
    vantage: null,
    ...given,
  };
}
const ofNode = (node: string) =>
  targets
    .map((target) => target.slice("website:".length))
    .find((id) => ownerOf(`website:${id}`, ["eins", "zwei"]) === node) ?? "";
const [ours, theirs] = [ofNode("eins"), ofNode("zwei")];

describe("a look", () => {
  let now: number;
  let shares: Shares;
  let found: ProbeOutcome;
  let looked: CheckOrder[];
  /** Between the nodes; what lies here is still on its way. */
  let toLooker: Sealed[];
  let toLeader: Sealed[];
  let looker: ReturnType<typeof openLooker>;

  beforeEach(() => {
    vi.useFakeTimers();
    [now, found, looked, toLooker, toLeader] = [100_000, well, [], [], []];
    shares = openShares({
      own: "eins",
      sealing: openSealing(key),
      send: (orders) => void toLooker.push(orders),
      clock: () => now,
    });
    const probe: Probe = async (order) => {
      looked.push(order);
      return found;
    };
    looker = openLooker({
      sealing: openSealing(key),
      unseal: (sealed) => `open ${sealed}`,
      probe,
      resolver: { resolveName: async () => [] },
      send: (answers) => void toLeader.push(answers),
      log: createLog("silent"),
      clock: () => now + 7_000_000,
    });
    hello();
  });
  afterEach(() => void vi.useRealTimers());

  const hello = () => shares.hear({ node: "zwei", clock: now + 7_000_000 });
  const pass = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  async function carryOut(): Promise<void> {
    for (const { sealed } of toLooker.splice(0)) looker.take(sealed);
    await vi.advanceTimersByTimeAsync(1);
  }
  async function answer(): Promise<void> {
    for (const { to, sealed } of toLeader.splice(0)) if (to === "eins") shares.answered(sealed);
    await vi.advanceTimersByTimeAsync(1);
  }
  async function outcomeOf(check: Claimed) {
    const looking = shares.look(check, ["10.0.0.0/8"]);
    await vi.advanceTimersByTimeAsync(1);
    await carryOut();
    await answer();
    return looking;
  }

  it.each<[string, Partial<Claimed>]>([
    ["of the leading node's own share", { target: { type: "website", id: ours } }],
    ["that somebody waits for", { priority: 0 }],
    ["at what may be down", { priority: -1, state: { ...newCheckState, status: "online", failures: 1 } }],
    ["at what is down", { state: { ...newCheckState, status: "offline" } }],
    ["at what is impaired", { state: { ...newCheckState, status: "degraded" } }],
    ["at what nobody has seen yet", { state: newCheckState }],
    ["at a certificate that ends soon", { facts: { certificateLevel: "warning" } }],
    ["at reports, which ask no network", { kind: "push" }],
  ])("%s is not given away", async (_, check) => {
    expect(await shares.look(due(check), [])).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(toLooker).toEqual([]);
  });

  it("at what is well is made by the node whose turn it is, as the check wants it", async () => {
    expect(await outcomeOf(due({ secret: "geheim" }))).toEqual(well);
    expect(looked).toMatchObject([{ id: "check", kind: "http", secret: "open geheim", timeoutMs: 5000 }]);
  });

  it.each<[string, ProbeOutcome, Partial<Claimed>]>([
    ["that does not answer", { outcome: "failed", phases: {}, code: "timeout" }, {}],
    ["that is impaired", { outcome: "degraded", phases: { total: 40 } }, {}],
    ["that answers too slowly", { outcome: "ok", phases: { total: 3001 } }, {}],
    [
      "that shows another certificate",
      { ...well, certificate: { ...certificate, fingerprint: "cc" } as ProbeOutcome["certificate"] & object },
      { facts: { certificate } },
    ],
  ])("at a target %s is made by the leading node, and so are the next ones", async (_, other, given) => {
    found = other;
    expect(await outcomeOf(due(given))).toBeUndefined();
    expect(looked).toHaveLength(1);
    found = well;
    hello();
    expect(await outcomeOf(due(given))).toBeUndefined();
    expect(looked).toHaveLength(1);
    await pass(600_000);
    hello();
    expect(await outcomeOf(due())).toEqual(well);
  });

  it("is not made by a node that stood still meanwhile, and at once by the leading one", async () => {
    const looking = shares.look(due(), []);
    await vi.advanceTimersByTimeAsync(1);
    await pass(3000);
    await carryOut();
    expect(looked).toEqual([]);
    await answer();
    expect(await looking).toBeUndefined();
  });

  it("is made by the leading node once nobody else can be about it, and the silent one is passed over for a while", async () => {
    let seen: unknown = "nothing yet";
    const looking = shares.look(due(), []).then((outcome) => {
      seen = outcome;
    });
    // It may begin within three seconds, and takes six at most.
    await pass(9000);
    expect(seen).toBe("nothing yet");
    await pass(1000);
    await looking;
    expect(seen).toBeUndefined();
    toLooker = [];
    hello();
    expect(await outcomeOf(due())).toBeUndefined();
    expect(looked).toEqual([]);
    await pass(20_000);
    hello();
    expect(await outcomeOf(due())).toEqual(well);
  });

  it("is given to nobody who has not been heard lately", async () => {
    await pass(2000);
    expect(await outcomeOf(due())).toBeUndefined();
    expect(looked).toEqual([]);
  });

  it("counts once: answers that come again or too late, to another run, or from strangers change nothing", async () => {
    const other = openShares({ own: "eins", sealing: openSealing(key), send: () => undefined, clock: () => now });
    other.hear({ node: "zwei", clock: now });
    let isOver = false;
    void other.look(due(), []).then(() => {
      isOver = true;
    });
    const looking = shares.look(due(), []);
    await vi.advanceTimersByTimeAsync(1);
    await carryOut();
    const [{ sealed } = { sealed: "" }] = toLeader;
    other.answered(sealed);
    const known = openSealing(key).openAnswers(sealed) ?? { run: "", found: [] };
    shares.answered(
      openSealing(otherKey).seal({ ...known, found: known.found.map(({ no }) => ({ no, found: null })) }),
    );
    shares.answered("nonsense");
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(false);
    shares.answered(sealed);
    shares.answered(sealed);
    expect(await looking).toEqual(well);
  });

  it("that strangers order, or that another version does, is not made", async () => {
    void shares.look(due(), []);
    await vi.advanceTimersByTimeAsync(1);
    const orders = openSealing(key).openOrders(toLooker[0]?.sealed ?? "");
    if (!orders) throw new Error("nothing was ordered");
    looker.take(openSealing(otherKey).seal(orders));
    looker.take(openSealing(key).seal({ ...orders, protocol: 2 } as typeof orders));
    looker.take("nonsense");
    await vi.advanceTimersByTimeAsync(1);
    expect([looked, toLeader]).toEqual([[], []]);
  });
});
