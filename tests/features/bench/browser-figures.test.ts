import { expect, it } from "vitest";
import { usedCharacters, usedShare } from "../../../scripts/bench/browser/used-share.ts";
import { inpOf, shortestEventMs } from "../../../scripts/bench/browser/watch.ts";

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });

it("of ranges that lie in each other the innermost says whether a character ran", () => {
  const functions = [
    { ranges: [range(20, 40, 0)] },
    { ranges: [range(0, 100, 1), range(50, 80, 0), range(60, 70, 2)] },
  ];
  expect(usedCharacters({ source: "x".repeat(100), functions })).toBe(100 - 20 - 30 + 10);
});

it("a script that was loaded and never began has not run, and is named first where it is the largest", () => {
  const loaded = new Map([
    ["a.js", 100],
    ["late.js", 300],
  ]);
  const covered = [{ url: "a.js", source: "x".repeat(100), functions: [{ ranges: [range(0, 100, 1)] }] }];
  expect(usedShare(loaded, covered)).toEqual({
    share: 0.25,
    idlest: [
      { url: "late.js", unused: 300 },
      { url: "a.js", unused: 0 },
    ],
  });
});

it("nothing loaded is nothing used", () => {
  expect(usedShare(new Map(), []).share).toBe(0);
});

it("INP is the longest event of the worst interaction", () => {
  const events = [
    { interactionId: 1, duration: 24 },
    { interactionId: 1, duration: 120 },
    { interactionId: 2, duration: 80 },
  ];
  expect(inpOf(events)).toBe(120);
});

it("of every fifty interactions one is left out", () => {
  const events = Array.from({ length: 50 }, (_, index) => ({ interactionId: index + 1, duration: 16 + index }));
  expect(inpOf(events)).toBe(64);
  expect(inpOf(events.slice(1))).toBe(65);
});

it("interactions that are sooner than the browser tells of are as long as the shortest that it tells of", () => {
  expect(inpOf([])).toBe(shortestEventMs);
});
