import { beforeEach, expect, it, vi } from "vitest";
import { judge, type Minute, readMinutes } from "../../../scripts/soak/steady.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));

const calm: Minute = {
  rssMib: 400,
  soketiMib: 80,
  checkerMib: 100,
  descriptors: 60,
  soketiDescriptors: 30,
  walMib: 4,
  callsPerMinute: 1180,
  p50Ms: 40,
  p95Ms: 200,
  liveP95Ms: 200,
  savedP95Ms: 100,
  failed: 0,
};
const hour = (late: Partial<Minute>, early: Partial<Minute> = {}) =>
  Array.from({ length: 60 }, (_, minute) => ({ ...calm, ...(minute < 45 ? early : late) }));

it.each<[string, Minute[]]>([
  ["nothing was measured", []],
  ["something failed", hour({ failed: 1 })],
  ["memory grew", hour({ rssMib: 600 })],
  ["memory of the push server grew", hour({ soketiMib: 140 })],
  ["memory of the checker grew", hour({ checkerMib: 160 })],
  ["the checker ended for good", hour({ checkerMib: 0 })],
  ["the checker was away for a moment", [calm, { ...calm, checkerMib: 0 }, calm, calm]],
  ["descriptors grew", hour({ descriptors: 90 })],
  ["descriptors of the push server grew", hour({ soketiDescriptors: 50 })],
  ["the write-ahead log grew", hour({ walMib: 60 })],
  ["it was used less in the end", hour({ callsPerMinute: 780 })],
  ["it was used less from the start", hour({}, { callsPerMinute: 780 })],
  ["the usual call grew slower", hour({ p50Ms: 120 })],
  ["calls take seconds, as they did from the start", hour({ p95Ms: 4000 }, { p95Ms: 4000 })],
  ["slow calls grew slower", hour({ p95Ms: 320 })],
  ["events come later", hour({ liveP95Ms: 360 })],
  ["pages are stored later", hour({ savedP95Ms: 200 })],
  ["events take seconds", hour({ liveP95Ms: 3000 }, { liveP95Ms: 3000 })],
  ["pages take seconds to be stored", hour({ savedP95Ms: 3000 }, { savedP95Ms: 3000 })],
  ["a run of two minutes is slow", [calm, calm].map((minute) => ({ ...minute, p95Ms: 4000 }))],
])("a soak does not pass where %s", (_case, seen) => {
  expect(judge(seen)).toBe(false);
});

it("one that stays as it was passes", () => {
  expect(judge(hour({}))).toBe(true);
  expect(judge([calm, calm])).toBe(true);
});

it.each(["1h", "", "0", "-5", "NaN", "Infinity"])("SOAK_MINUTES=%s is refused", (text) => {
  expect(() => readMinutes(text)).toThrow(/SOAK_MINUTES/);
});

it("a soak lasts an hour unless told", () => {
  expect([readMinutes(), readMinutes("0.5")]).toEqual([60, 0.5]);
});
