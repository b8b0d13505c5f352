// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awayAfterMs, isAway, watchAway } from "../../../app/lib/live/away.ts";
import { gatherMs, goneAfterMs, openPresenceList } from "../../../app/lib/live/presence-list.ts";
import type { PresenceMember } from "../../../contract/live/live-events.ts";
import { minuteMs } from "../../../contract/time/durations.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const member = (id: string, away?: true): PresenceMember => ({ id, name: id, image: null, ...(away && { away }) });

test("a page that nobody touches for five minutes is away, and here at the first touch", () => {
  const changes: boolean[] = [];
  const stop = watchAway(() => changes.push(isAway()));
  vi.advanceTimersByTime(4 * minuteMs);
  window.dispatchEvent(new Event("pointermove"));
  vi.advanceTimersByTime(awayAfterMs - 1);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual([true]);
  vi.advanceTimersByTime(60 * minuteMs);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
  expect(changes).toEqual([true, false]);
  vi.advanceTimersByTime(awayAfterMs);
  expect(changes).toEqual([true, false, true]);
  stop();
  expect(isAway()).toBe(false);
  window.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(awayAfterMs);
  expect(changes).toHaveLength(3);
});

test("a person is away only when they are on all of their pages", () => {
  const told: PresenceMember[][] = [];
  const list = openPresenceList((members) => told.push(members));
  list.set([member("jana", true), member("jana"), member("timo", true)]);
  expect(told.at(-1)).toEqual([member("jana"), member("timo", true)]);
  list.set([member("jana", true), member("timo")]);
  expect(told.at(-1)).toEqual([member("jana", true), member("timo")]);
  list.stop();
});

test("whoever loses the connection stays on the list for half a minute, and for good when they come back", () => {
  const told: string[][] = [];
  const list = openPresenceList((members) => told.push(members.map(({ id }) => id).sort()));
  list.set([member("jana"), member("timo")]);
  list.set([member("timo")]);
  vi.advanceTimersByTime(goneAfterMs - 1);
  expect(told.at(-1)).toEqual(["jana", "timo"]);
  list.set([member("timo"), member("jana")]);
  vi.advanceTimersByTime(goneAfterMs);
  expect(told.at(-1)).toEqual(["jana", "timo"]);
  list.set([]);
  vi.advanceTimersByTime(10_000);
  list.set([member("timo")]);
  vi.advanceTimersByTime(goneAfterMs - 10_000);
  expect(told.at(-1)).toEqual(["timo"]);
  list.set([]);
  list.stop();
  const count = told.length;
  vi.advanceTimersByTime(goneAfterMs);
  expect(told).toHaveLength(count);
});

test("those who come back together are told once, from what is known by then", () => {
  const told: string[][] = [];
  const list = openPresenceList((members) => told.push(members.map(({ id }) => id)));
  list.set([member("jana")]);
  for (let count = 0; count < 100; count += 1) list.setSoon(() => [member("jana"), member("timo")]);
  vi.advanceTimersByTime(gatherMs - 1);
  expect(told).toEqual([["jana"]]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([["jana"], ["jana", "timo"]]);
  list.setSoon(() => undefined);
  vi.advanceTimersByTime(gatherMs);
  list.setSoon(() => [member("veraltet")]);
  list.set([member("jana")]);
  list.setSoon(() => [member("zu spät")]);
  list.stop();
  vi.advanceTimersByTime(gatherMs);
  expect(told.at(-1)).toEqual(["jana", "timo"]);
  expect(told).toHaveLength(3);
});
