import { describe, expect, it } from "vitest";
import { changesOf, factsOf } from "../../../server/checks/outcomes.ts";
import type { ProbeOutcome } from "../../../server/checks/probe.ts";

const page = (more: Partial<ProbeOutcome>): ProbeOutcome => ({ outcome: "ok", phases: { total: 100 }, ...more });
const known = factsOf({}, page({ title: "Weingut Amsel", size: 40_000, remoteAddress: "192.0.2.1" }));

describe("what has changed about a page", () => {
  it("is its title, and its size where it is half or twice as much", () => {
    expect(changesOf(known, page({ title: "Weingut Amsel", size: 52_000 }))).toEqual([]);
    expect(changesOf(known, page({ title: "Hacked", size: 20_000 }))).toEqual([
      { kind: "titleChanged", data: { before: "Weingut Amsel", after: "Hacked" } },
      { kind: "sizeChanged", data: { before: 40_000, after: 20_000 } },
    ]);
    expect(changesOf(known, page({ size: 80_000 }))).toEqual([
      { kind: "sizeChanged", data: { before: 40_000, after: 80_000 } },
    ]);
  });

  it("is nothing for small pages, whatever their share, and at the first look", () => {
    expect(changesOf(factsOf({}, page({ size: 300 })), page({ size: 3000 }))).toEqual([]);
    expect(changesOf({}, page({ title: "Weingut Amsel", size: 40_000 }))).toEqual([]);
  });

  it("is nothing after an error page in its place, whose address stays known", () => {
    const error = page({ outcome: "failed", title: "Internal Server Error", size: 300, remoteAddress: "192.0.2.9" });
    const after = factsOf(known, error);
    expect(after).toMatchObject({ title: "Weingut Amsel", size: 40_000, remoteAddress: "192.0.2.9" });
    expect(changesOf(after, page({ title: "Weingut Amsel", size: 40_100 }))).toEqual([]);
  });
});
