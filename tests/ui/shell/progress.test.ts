import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { advance, createProgressBar } from "../../../app/lib/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("completing a bar that does not run shows nothing", () => {
  const bar = createProgressBar();
  bar.complete();
  expect(bar.read()).toEqual({ percent: 0, phase: "hidden" });
});

test.each([
  [0, 10],
  [10, 20],
  [19.5, 29.5],
  [20, 24],
  [49, 53],
  [50, 52],
  [79, 81],
  [80, 80.5],
  [98.5, 99],
  [99, 99],
])("a step leads from %d to %d percent", (from, to) => {
  expect(advance(from)).toBe(to);
});

test("a running bar steps every 500 ms and waits at 99 percent", () => {
  const bar = createProgressBar();
  bar.start();
  expect(bar.read()).toEqual({ percent: 0, phase: "running" });
  vi.advanceTimersByTime(499);
  expect(bar.read().percent).toBe(0);
  vi.advanceTimersByTime(1);
  expect(bar.read().percent).toBe(10);
  vi.advanceTimersByTime(1000);
  expect(bar.read().percent).toBe(24);
  vi.advanceTimersByTime(120_000);
  expect(bar.read()).toEqual({ percent: 99, phase: "running" });
});

test("a completed bar is full for 500 ms, fades for 400 ms and resets", () => {
  const bar = createProgressBar();
  bar.start();
  vi.advanceTimersByTime(700);
  bar.complete();
  expect(bar.read()).toEqual({ percent: 100, phase: "done" });
  vi.advanceTimersByTime(499);
  expect(bar.read().phase).toBe("done");
  vi.advanceTimersByTime(1);
  expect(bar.read()).toEqual({ percent: 100, phase: "fading" });
  vi.advanceTimersByTime(399);
  expect(bar.read().phase).toBe("fading");
  vi.advanceTimersByTime(1);
  expect(bar.read()).toEqual({ percent: 0, phase: "hidden" });
  vi.advanceTimersByTime(10_000);
  expect(bar.read()).toEqual({ percent: 0, phase: "hidden" });
});

test("a start while the last bar fades begins anew", () => {
  const bar = createProgressBar();
  bar.start();
  bar.complete();
  vi.advanceTimersByTime(600);
  bar.start();
  expect(bar.read()).toEqual({ percent: 0, phase: "running" });
  vi.advanceTimersByTime(500);
  expect(bar.read()).toEqual({ percent: 10, phase: "running" });
});

test("a second start goes on where the bar is", () => {
  const bar = createProgressBar();
  bar.start();
  vi.advanceTimersByTime(1000);
  bar.start();
  expect(bar.read().percent).toBe(20);
});

test("listeners hear every change until they leave", () => {
  const bar = createProgressBar();
  const listener = vi.fn();
  const leave = bar.subscribe(listener);
  bar.start();
  vi.advanceTimersByTime(500);
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  bar.complete();
  expect(listener).toHaveBeenCalledTimes(2);
});
