// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";

const moment = new Date("2026-11-20T22:30:00.000Z");
const elsewhere = new Date("2026-12-24T09:00:00.000Z");

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: elsewhere });
});
afterEach(() => vi.useRealTimers());

const openClock = () => import("../../../app/lib/time/portal-clock.ts");

test("a page that has not said what time it is goes by the computer's clock", async () => {
  const { portalNow } = await openClock();
  expect(portalNow()).toEqual(elsewhere);
});

test("a page is hydrated at the moment at which it was rendered, whatever the computer's clock says", async () => {
  const { portalNow, portalToday, setPageMoment } = await openClock();
  setPageMoment(moment);
  vi.advanceTimersByTime(hourMs);
  expect(portalNow()).toEqual(moment);
  expect(portalToday()).toBe("2026-11-20");
});

test("from then on the portal's time goes on, over its midnight", async () => {
  const { endHydration, portalNow, portalToday, setPageMoment } = await openClock();
  setPageMoment(moment);
  endHydration();
  vi.advanceTimersByTime(hourMs);
  setPageMoment(new Date(moment));
  expect(portalNow()).toEqual(new Date(moment.getTime() + hourMs));
  expect(portalToday()).toBe("2026-11-21");
});
