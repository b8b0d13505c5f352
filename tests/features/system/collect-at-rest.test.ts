import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { collectGarbage, openCollector } from "../../../server/collect-at-rest.ts";

const mib = 1024 * 1024;

/** A collector whose loop and heap are as is said; counts what it collects and gives back. */
function openWatched() {
  const seen = { share: 0, heapMib: 100, takenMib: 150, collections: 0, givenBack: 0 };
  const collect = () => {
    seen.collections += 1;
    seen.heapMib = 70;
  };
  const giveBack = () => {
    seen.givenBack += 1;
    seen.heapMib = 70;
    seen.takenMib = 72;
  };
  const readHeap = () => ({ usedBytes: seen.heapMib * mib, takenBytes: seen.takenMib * mib });
  const look = openCollector({ readShare: () => seen.share, readHeap, collect, giveBack });
  const lookTimes = (times: number) => {
    for (let looks = 0; looks < times; looks += 1) look();
  };
  return { seen, look, lookTimes };
}

describe("collecting at rest", () => {
  it("leaves a portal alone that works", () => {
    const { seen, look } = openWatched();
    for (const share of [0, 0.5, 0, 0.04, 0, 0.2]) {
      seen.share = share;
      look();
    }
    expect(seen).toMatchObject({ collections: 0, givenBack: 0 });
  });

  it("collects once after ten seconds without work, and again only when as much has come up anew", () => {
    const { seen, look, lookTimes } = openWatched();
    look();
    expect(seen.collections).toBe(0);
    look();
    expect(seen.collections).toBe(1);
    seen.heapMib = 80;
    lookTimes(5);
    expect(seen.collections).toBe(1);
    seen.heapMib = 87;
    look();
    expect(seen.collections).toBe(2);
  });

  it("measures from what V8 has left, where that is less", () => {
    const { seen, look, lookTimes } = openWatched();
    lookTimes(2);
    seen.heapMib = 60;
    look();
    seen.heapMib = 77;
    lookTimes(2);
    expect(seen.collections).toBe(2);
  });

  it("gives back what is free once nobody has asked for anything for a minute, and no more where that is little", () => {
    const { seen, look, lookTimes } = openWatched();
    lookTimes(11);
    expect(seen.givenBack).toBe(0);
    look();
    expect(seen.givenBack).toBe(1);
    seen.takenMib = 85;
    lookTimes(20);
    expect(seen).toMatchObject({ collections: 1, givenBack: 1 });
    seen.takenMib = 90;
    look();
    expect(seen.givenBack).toBe(2);
  });

  it("begins the minute anew with every piece of work", () => {
    const { seen, look, lookTimes } = openWatched();
    lookTimes(11);
    seen.share = 0.1;
    look();
    seen.share = 0;
    lookTimes(11);
    expect(seen.givenBack).toBe(0);
  });

  it("gives back what nobody holds any more", () => {
    const used = () => getHeapStatistics().used_heap_size;
    let held: string[] = Array.from({ length: 300_000 }, (_, index) => `a text of its own ${index} `.repeat(4));
    const before = used();
    expect(held).toHaveLength(300_000);
    held = [];
    collectGarbage();
    expect(before - used()).toBeGreaterThan(10 * mib);
  });

  it("of a quiet process leaves the system less taken than a collection does", () => {
    const taken = () => getHeapStatistics().total_physical_size;
    let held: string[] = Array.from({ length: 300_000 }, (_, index) => `a text of its own ${index} `.repeat(4));
    expect(held).toHaveLength(300_000);
    held = [];
    collectGarbage();
    const collected = taken();
    const look = openCollector({ readShare: () => 0, readHeap: () => ({ usedBytes: 0, takenBytes: 16 * mib }) });
    for (let looks = 0; looks < 12; looks += 1) look();
    expect(taken()).toBeLessThan(collected);
  });
});
