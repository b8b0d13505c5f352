import { describe, expect, it } from "vitest";
import { forecastOf, forecastSentence, type UsageDay } from "../../../contract/hosts/capacity.ts";
import { addDays } from "../../../contract/time/today.ts";
import { receiveReport } from "../../../server/features/heartbeats/receive.ts";
import { openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

const today = "2026-11-20";
const days = (count: number, percentOn: (before: number) => number): UsageDay[] =>
  Array.from({ length: count }, (_, index) => count - 1 - index).map((before) => ({
    day: addDays(today, -before),
    percent: percentOn(before),
  }));

describe("when storage is full", () => {
  it("follows from the line through the last 30 days and nothing older", () => {
    expect(
      forecastOf(
        days(30, (before) => 80 - before * 0.5),
        today,
      ),
    ).toEqual({ kind: "full", inDays: 40 });
    const older = [{ day: addDays(today, -60), percent: 99 }];
    expect(forecastOf([...older, ...days(30, (before) => 80 - before * 0.5)], today)).toMatchObject({ inDays: 40 });
    expect(forecastSentence({ kind: "full", inDays: 40 })).toMatch(/^Speicher voll in ca\. 40 Tagen/);
  });

  it("is not said of too few days, of too short a time, nor of what does not grow", () => {
    expect(forecastOf([], today)).toEqual({ kind: "tooLittle", days: 0 });
    expect(
      forecastOf(
        days(6, () => 50),
        today,
      ),
    ).toEqual({ kind: "tooLittle", days: 6 });
    expect(
      forecastOf(
        days(7, (before) => 90 - before),
        today,
      ),
    ).toEqual({ kind: "tooLittle", days: 7 });
    expect(
      forecastOf(
        days(20, () => 50),
        today,
      ),
    ).toEqual({ kind: "steady" });
    expect(
      forecastOf(
        days(20, (before) => 40 + before),
        today,
      ),
    ).toEqual({ kind: "steady" });
    expect(
      forecastOf(
        days(20, (before) => 50 - before * 0.01),
        today,
      ),
    ).toEqual({ kind: "steady" });
    expect(
      forecastOf(
        days(20, () => 100),
        today,
      ),
    ).toEqual({ kind: "full", inDays: 0 });
  });
});

it("every day keeps its last report, for 90 days", async () => {
  const office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  const { id } = await createRecord(admin, "host");
  const { url } = await admin.heartbeat.create({
    target: { type: "host", id },
    kind: "server",
    label: "web01",
    everySeconds: 300,
  });
  const report = (disk: string) => receiveReport(office.services, url.slice(url.lastIndexOf("/") + 1), { disk });
  await report("41");
  office.advance(3_600_000);
  await report("42,5 %");
  for (let day = 0; day < 8; day += 1) {
    office.advance(24 * 3_600_000);
    await report(String(43 + day));
  }
  const { usage } = await admin.address.host({ id });
  expect(usage.days.map(({ percent }) => percent)).toEqual([42.5, 43, 44, 45, 46, 47, 48, 49, 50]);
  expect(usage.forecast).toMatchObject({ kind: "full" });
  office.advance(90 * 24 * 3_600_000);
  await report("60");
  expect((await admin.address.host({ id })).usage.days).toHaveLength(2);
});
