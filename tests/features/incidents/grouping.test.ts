import { describe, expect, it } from "vitest";
import {
  decideIncidents,
  type Effect,
  type Facts,
  type Group,
  keyOf,
  type OpenIncident,
  type Trouble,
} from "../../../server/features/incidents/grouping.ts";

const minute = 60_000;
const at = Date.parse("2026-11-20T09:00:00Z");

const site = (no: number, { groups = ["host:h1"], after = 0 } = {}): Trouble => ({
  type: "website",
  id: `w${no}`,
  label: `Seite ${no}`,
  since: at + after,
  groups,
});
const sites = (count: number, options = {}) => Array.from({ length: count }, (_, index) => site(index + 1, options));
const host = (id: string, more: Partial<Group> = {}): Group => ({
  type: "host",
  id,
  label: `Server ${id}`,
  size: 40,
  isDown: false,
  ...more,
});

function decide(facts: Partial<Facts> & { troubles: readonly Trouble[]; known?: readonly Group[] }): Effect[] {
  const { troubles, incidents = [], known = [host("h1")] } = facts;
  const groups = new Map(known.map((group) => [keyOf(group), group]));
  return decideIncidents({ troubles, incidents, groups, fresh: facts.fresh ?? troubles.map(keyOf) });
}

/** What came of it, in short: the kind, the root and how many. */
const short = (effects: readonly Effect[]) =>
  effects.map((effect) => [
    effect.kind,
    "root" in effect ? keyOf(effect.root) : effect.incidentId,
    effect.members.length,
  ]);

describe("what goes down alone", () => {
  it("is an incident by itself, each of two on a host of many", () => {
    expect(short(decide({ troubles: sites(2) }))).toEqual([
      ["open", "website:w1", 1],
      ["open", "website:w2", 1],
    ]);
  });

  it("stays by itself where three are further apart than three minutes", () => {
    const troubles = [site(1), site(2, { after: 2 * minute }), site(3, { after: 4 * minute })];
    const incidents = [alone(1), alone(2)];
    expect(short(decide({ troubles, incidents, fresh: ["website:w3"] }))).toEqual([["open", "website:w3", 1]]);
  });

  it("is nothing new where an incident has it already", () => {
    expect(decide({ troubles: [site(1)], incidents: [alone(1)] })).toEqual([]);
  });

  it("hangs on no host that does not know it", () => {
    expect(short(decide({ troubles: sites(3, { groups: [] }) })).map(([, root]) => root)).toEqual([
      "website:w1",
      "website:w2",
      "website:w3",
    ]);
  });
});

const alone = (no: number): OpenIncident => ({
  id: `i${no}`,
  startedAt: at + no,
  root: { type: "website", id: `w${no}` },
  members: [{ type: "website", id: `w${no}` }],
});

describe("what goes down together", () => {
  it("is one incident of the host: three of forty, or two of three", () => {
    expect(short(decide({ troubles: sites(3) }))).toEqual([["open", "host:h1", 3]]);
    expect(short(decide({ troubles: sites(2), known: [host("h1", { size: 3 })] }))).toEqual([["open", "host:h1", 2]]);
  });

  it("is one incident of forty", () => {
    expect(short(decide({ troubles: sites(40) }))).toEqual([["open", "host:h1", 40]]);
  });

  it("is the host's with a single website, once the host itself is down", () => {
    const server: Trouble = { type: "host", id: "h1", label: "Server h1", since: at, groups: [] };
    const known = [host("h1", { isDown: true })];
    expect(short(decide({ troubles: [server, site(1)], known }))).toEqual([["open", "host:h1", 2]]);
    expect(short(decide({ troubles: [server], known }))).toEqual([["open", "host:h1", 1]]);
  });

  it("turns the oldest incident of one of them into the larger one, and takes up the others", () => {
    const [effect] = decide({ troubles: sites(3), incidents: [alone(2), alone(1)], fresh: ["website:w3"] });
    expect(effect).toMatchObject({ kind: "widen", incidentId: "i1", absorbed: ["i2"], root: { type: "host" } });
    expect(effect?.members.map(({ id }) => id)).toEqual(["w1", "w2", "w3"]);
  });

  it("joins the host's incident that is open, however late", () => {
    const open: OpenIncident = { ...alone(1), id: "big", root: { type: "host", id: "h1" } };
    const late = site(9, { after: 50 * minute });
    expect(short(decide({ troubles: [site(1), late], incidents: [open], fresh: [keyOf(late)] }))).toEqual([
      ["join", "big", 1],
    ]);
  });

  it("does not take what a larger incident of another host has", () => {
    const groups = ["host:h1", "host:h2"];
    const other: OpenIncident = { ...alone(1), id: "big", root: { type: "host", id: "h2" } };
    const troubles = [site(1, { groups }), site(2), site(3)];
    const effects = decide({ troubles, incidents: [other], fresh: ["website:w2", "website:w3"] });
    expect(short(effects)).toEqual([
      ["open", "website:w2", 1],
      ["open", "website:w3", 1],
    ]);
  });
});

describe("a common cause", () => {
  it("is the domain, the nameservers or the certificate before the host", () => {
    const causes = [
      { type: "domain", id: "d1" },
      { type: "nameservers", id: "ns1.example" },
      { type: "certificate", id: "ab12" },
    ] as const;
    for (const cause of causes) {
      const known: Group[] = [{ ...cause, label: cause.id, size: 9, isDown: false }, host("h1")];
      const groups = [keyOf(cause), "host:h1"];
      expect(short(decide({ troubles: sites(3, { groups }), known }))).toEqual([["open", keyOf(cause), 3]]);
    }
  });

  it("is the provider, once two of its three hosts are down together", () => {
    const parent = "provider:p1";
    const known: Group[] = [
      { type: "provider", id: "p1", label: "Nordhost", size: 3, isDown: false },
      ...["h1", "h2", "h3"].map((id) => host(id, { parent })),
    ];
    const troubles = [1, 2, 3].flatMap((no) => [site(no), site(no + 10, { groups: ["host:h2"] })]);
    expect(short(decide({ troubles, known }))).toEqual([["open", "provider:p1", 6]]);

    const first: OpenIncident = {
      id: "i",
      startedAt: at,
      root: { type: "host", id: "h1" },
      members: [1, 2, 3].map((no) => ({ type: "website", id: `w${no}` })),
    };
    const fresh = [11, 12, 13].map((no) => `website:w${no}`);
    expect(decide({ troubles, known, incidents: [first], fresh })).toMatchObject([
      { kind: "widen", incidentId: "i", root: { type: "provider", id: "p1" }, absorbed: [] },
    ]);
  });

  it("is each host by itself, where they are few of many", () => {
    const parent = "provider:p1";
    const known: Group[] = [
      { type: "provider", id: "p1", label: "Nordhost", size: 20, isDown: false },
      ...["h1", "h2"].map((id) => host(id, { parent })),
    ];
    const troubles = [1, 2, 3].flatMap((no) => [site(no), site(no + 10, { groups: ["host:h2"] })]);
    expect(short(decide({ troubles, known }))).toEqual([
      ["open", "host:h1", 3],
      ["open", "host:h2", 3],
    ]);
  });
});
