import { describe, expect, it } from "vitest";
import { changesOf, factsOf } from "../../../server/checks/outcomes.ts";
import type { ProbeOutcome } from "../../../server/checks/probe.ts";

const page = (more: Partial<ProbeOutcome>): ProbeOutcome => ({ outcome: "ok", phases: { total: 100 }, ...more });
const known = factsOf({}, page({ title: "Weingut Amsel", size: 40_000, remoteAddress: "192.0.2.1" }));

/** Looks one after the other, and what was told of each. */
function lookAt(before: Record<string, unknown>, outcomes: readonly ProbeOutcome[]) {
  let facts = before;
  const told = outcomes.map((found) => {
    const changes = changesOf(facts, found);
    facts = JSON.parse(JSON.stringify(factsOf(facts, found)));
    return changes;
  });
  return { facts, told: told.flat(), lastTold: told.at(-1) ?? [] };
}
const times = (count: number, found: ProbeOutcome) => Array.from({ length: count }, () => found);

describe("what has changed about a page", () => {
  it("is its title, and its size where it is half or twice as much, once they stay", () => {
    expect(lookAt(known, times(5, page({ title: "Weingut Amsel", size: 52_000 }))).told).toEqual([]);
    const hacked = page({ title: "Hacked", size: 20_000 });
    expect(lookAt(known, times(2, hacked)).told).toEqual([]);
    const changed = [
      { kind: "titleChanged", data: { before: "Weingut Amsel", after: "Hacked" } },
      { kind: "sizeChanged", data: { before: 40_000, after: 20_000 } },
    ];
    const { lastTold, facts } = lookAt(known, times(3, hacked));
    expect(lastTold).toEqual(changed);
    expect(lookAt(facts, times(30, hacked)).told).toEqual([]);
    expect(lookAt(known, times(3, page({ size: 80_000 }))).told).toEqual([
      { kind: "sizeChanged", data: { before: 40_000, after: 80_000 } },
    ]);
  });

  it("is no title that counts, alternates or is another one each time", () => {
    const titled = (title: string) => page({ title });
    const counting = Array.from({ length: 100 }, (_, count) => titled(`(${count}) Weingut Amsel`));
    expect(lookAt(factsOf({}, titled("(0) Weingut Amsel")), counting).told).toEqual([]);
    const alternating = Array.from({ length: 100 }, (_, count) =>
      titled(count % 7 < 4 ? "Weingut Amsel" : "Amsel: Wein vom Steilhang"),
    );
    // The first three of the other one in a row are news, the rest is not.
    expect(lookAt(known, alternating).told).toHaveLength(1);
    const words = ["Wein", "Most", "Saft", "Sekt", "Essig", "Honig", "Senf"];
    const random = Array.from({ length: 100 }, (_, count) => titled(`${words[(count * 3) % 7]} vom Weingut Amsel`));
    expect(lookAt(known, random).told).toEqual([]);
  });

  it("is a title that comes back, once it has stayed for longer than chance would have it", () => {
    const { facts } = lookAt(known, times(3, page({ title: "Hacked" })));
    const back = page({ title: "Weingut Amsel" });
    expect(lookAt(facts, times(19, back)).told).toEqual([]);
    expect(lookAt(facts, times(20, back)).lastTold).toEqual([
      { kind: "titleChanged", data: { before: "Hacked", after: "Weingut Amsel" } },
    ]);
  });

  it("is a banner with another version", () => {
    const greeted = (banner: string) => page({ banner });
    const facts = factsOf({}, greeted("220 mx.amsel.example Postfix 3.7"));
    expect(lookAt(facts, times(3, greeted("220 mx.amsel.example Postfix 3.9"))).told).toMatchObject([
      { kind: "bannerChanged" },
    ]);
  });

  it("is nothing for small pages, whatever their share, and at the first look", () => {
    expect(lookAt(factsOf({}, page({ size: 300 })), times(3, page({ size: 3000 }))).told).toEqual([]);
    expect(changesOf({}, page({ title: "Weingut Amsel", size: 40_000 }))).toEqual([]);
  });

  it("is nothing after an error page in its place, whose address stays known", () => {
    const error = page({ outcome: "failed", title: "Internal Server Error", size: 300, remoteAddress: "192.0.2.9" });
    const after = factsOf(known, error);
    expect(after).toMatchObject({ title: "Weingut Amsel", size: 40_000, remoteAddress: "192.0.2.9" });
    expect(lookAt(after, times(3, page({ title: "Weingut Amsel", size: 40_100 }))).told).toEqual([]);
  });
});
