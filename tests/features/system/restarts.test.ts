import { expect, it } from "vitest";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { countRestarts } from "../../../server/restarts.ts";

it("restarts are judged by the last day and counted since the start", () => {
  let at = 0;
  const restarts = countRestarts(() => at);
  expect(restarts.read()).toEqual({ total: 0, lastDay: 0 });
  for (let count = 0; count < 3; count += 1) restarts.note();
  at = 23 * hourMs;
  restarts.note();
  expect(restarts.read()).toEqual({ total: 4, lastDay: 4 });
  at = dayMs;
  expect(restarts.read()).toEqual({ total: 4, lastDay: 1 });
  at = 2 * dayMs;
  expect(restarts.read()).toEqual({ total: 4, lastDay: 0 });
});
