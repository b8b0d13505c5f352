import { beforeEach, expect, it, vi } from "vitest";
import { judge, type Minute } from "../../../scripts/soak/steady.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));

const calm: Minute = {
  rssMib: 400,
  soketiMib: 80,
  checkerMib: 100,
  descriptors: 60,
  soketiDescriptors: 30,
  walMib: 4,
  p50Ms: 40,
  p95Ms: 200,
  liveP95Ms: 200,
  savedP95Ms: 100,
  failed: 0,
};
const hour = (late: Partial<Minute>, early: Partial<Minute> = {}) =>
  Array.from({ length: 60 }, (_, minute) => ({ ...calm, ...(minute < 45 ? early : late) }));

it.each<[string, Minute[]]>([
  ["something failed", hour({ failed: 1 })],
  ["memory grew", hour({ rssMib: 600 })],
  ["the usual call grew slower", hour({ p50Ms: 120 })],
  ["calls take seconds, as they did from the start", hour({ p95Ms: 4000 }, { p95Ms: 4000 })],
  ["events take seconds", hour({ liveP95Ms: 3000 }, { liveP95Ms: 3000 })],
  ["pages take seconds to be stored", hour({ savedP95Ms: 3000 }, { savedP95Ms: 3000 })],
  ["a run of two minutes is slow", [calm, calm].map((minute) => ({ ...minute, p95Ms: 4000 }))],
])("a soak does not pass where %s", (_case, seen) => {
  expect(judge(seen)).toBe(false);
});

it("one that stays as it was passes", () => {
  expect(judge(hour({}))).toBe(true);
  expect(judge([])).toBe(true);
});
