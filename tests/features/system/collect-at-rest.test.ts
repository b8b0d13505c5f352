import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { collectGarbage, openCollector } from "../../../server/collect-at-rest.ts";

const mib = 1024 * 1024;

/** A collector whose loop and heap are as is said; counts what it collects. */
function openWatched() {
  const seen = { share: 0, heapMib: 100, collections: 0 };
  const look = openCollector({
    readShare: () => seen.share,
    readHeapBytes: () => seen.heapMib * mib,
    collect() {
      seen.collections += 1;
      seen.heapMib = 70;
    },
  });
  return { seen, look };
}

describe("collecting at rest", () => {
  it("leaves a portal alone that works", () => {
    const { seen, look } = openWatched();
    for (const share of [0, 0.5, 0, 0.04, 0, 0.2]) {
      seen.share = share;
      look();
    }
    expect(seen.collections).toBe(0);
  });

  it("collects once after ten seconds without work, and again only when as much has come up anew", () => {
    const { seen, look } = openWatched();
    look();
    expect(seen.collections).toBe(0);
    look();
    expect(seen.collections).toBe(1);
    seen.heapMib = 80;
    for (let looks = 0; looks < 5; looks += 1) look();
    expect(seen.collections).toBe(1);
    seen.heapMib = 87;
    look();
    expect(seen.collections).toBe(2);
  });

  it("measures from what V8 has left, where that is less", () => {
    const { seen, look } = openWatched();
    look();
    look();
    seen.heapMib = 60;
    look();
    seen.heapMib = 77;
    look();
    look();
    expect(seen.collections).toBe(2);
  });

  it("gives back what nobody holds any more", () => {
    const used = () => getHeapStatistics().used_heap_size;
    // A function that runs may hold what it no longer names, so others fill and count.
    const holder: { texts: string[] } = { texts: [] };
    const fill = () => {
      holder.texts = Array.from({ length: 300_000 }, (_, index) => `a text of its own ${index} `.repeat(4));
    };
    const count = () => holder.texts.length;
    fill();
    const before = used();
    expect(count()).toBe(300_000);
    holder.texts = [];
    collectGarbage();
    expect(before - used()).toBeGreaterThan(10 * mib);
  });
});
