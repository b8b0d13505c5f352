import { expect, it } from "vitest";
import { retryDelay } from "../../../app/lib/live/retry-delay.ts";

it("waits 0.5 s, 1 s, 2 s, 4 s and then 5 s between tries", () => {
  const delays = [0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelay(failures, () => 0));
  expect(delays).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

it("spreads the tries of many browsers, never beyond the delay", () => {
  expect(retryDelay(0, () => 1)).toBe(350);
  expect(retryDelay(9, () => 1)).toBe(3500);
});
