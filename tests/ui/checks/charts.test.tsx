// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { availabilityCsv } from "../../../app/features/checks/availability-csv.ts";
import { maintenanceOf, segmentFacts, tickText } from "../../../app/features/checks/availability-labels.ts";
import { weekBeforeValues } from "../../../app/features/checks/response-chart.tsx";
import { sinceText } from "../../../app/features/checks/since-labels.ts";
import { Sparkline } from "../../../app/ui/charts/sparkline.tsx";
import { bandPieces, type TimeBand, withinSpan, zoomed } from "../../../app/ui/charts/time-span.ts";
import type { Availability } from "../../../contract/checks/availability.ts";
import { render } from "../../support/browser/render.tsx";

const hour = 3_600_000;
const whole = { from: 0, to: 24 * hour };

describe("a zoom", () => {
  test("keeps in its place what is looked at, and ends where the whole does", () => {
    expect(zoomed(whole, whole, 6 * hour, 0.5)).toEqual({ from: 3 * hour, to: 15 * hour });
    expect(zoomed(whole, { from: 3 * hour, to: 15 * hour }, 6 * hour, 2)).toEqual(whole);
    expect(zoomed(whole, whole, 0, 4)).toEqual(whole);
  });

  test("is never so short that nothing was measured in it, and stays inside", () => {
    const { from, to } = withinSpan(whole, { from: 24 * hour - 1000, to: 24 * hour });
    expect([to - from, to]).toEqual([10 * 60_000, 24 * hour]);
  });
});

describe("bands", () => {
  const measures = { position: (at: number) => at / hour, measure: () => 4, air: 0, right: 24, least: 0.5 };
  const band = (from: number, to: number): TimeBand => ({
    tone: "bad",
    label: "Störung",
    from: from * hour,
    to: to * hour,
  });

  test("are as wide as they lasted, never too thin to be seen, and cut off at the edges", () => {
    const pieces = bandPieces([band(-5, 2), band(10, 10.01), band(30, 31)], whole, measures);
    expect(pieces.map(({ left, width }) => [left, width])).toEqual([
      [0, 2],
      [10, 0.5],
    ]);
  });

  test("have their words behind them, before them where the picture ends, and none over another", () => {
    const pieces = bandPieces([band(2, 3), band(4, 5), band(22, 24)], whole, measures);
    expect(pieces.map(({ labelAt }) => labelAt)).toEqual([3, undefined, 18]);
  });
});

test("a sparkline breaks where nothing was measured, and shows a value that stands alone", () => {
  const { host } = render(<Sparkline values={[1, 2, null, 3, null]} label="amsel.example: 3 ms" />);
  const picture = queryByRole(host, "img") as HTMLElement;
  expect(picture.getAttribute("aria-label")).toBe("amsel.example: 3 ms");
  const lines = [...picture.querySelectorAll("path[stroke]")].map((path) => path.getAttribute("d") ?? "");
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => /^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)+$/.test(line))).toBe(true);
});

test("a sparkline of nothing is empty", () => {
  const { host } = render(<Sparkline values={[null, null]} label="nichts" />);
  expect(host.querySelectorAll("path")).toHaveLength(0);
});

test("figures leave as a table for German spreadsheets", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const point = { at, seconds: { online: 290, offline: 10 }, phases: { total: 312.44 }, p95: null };
  const csv = availabilityCsv({ points: [point] } as unknown as Availability);
  const [head, row] = csv.trim().split("\r\n");
  expect(head).toMatch(/^\ufeff?Zeitpunkt;Offline \(s\);/);
  const cells = Object.fromEntries(
    (head ?? "")
      .replace("\ufeff", "")
      .split(";")
      .map((name, index) => [name, row?.split(";")[index]]),
  );
  expect(cells).toMatchObject({
    "Online (s)": "290",
    "Offline (s)": "10",
    "Gesamt (ms)": "312,4",
    "P95 (ms)": "",
    "TLS (ms)": "",
  });
});

test("each point stands beside what was measured a week before it, and beside nothing where that is missing", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  const pointsAt = (start: number, totals: (number | undefined)[]) =>
    totals.map((total, index) => ({
      at: new Date(start + index * 300_000),
      seconds: {},
      phases: total === undefined ? {} : { total },
      p95: null,
    }));
  // A minute later than today's, and the second of them without an answer.
  const before = pointsAt(now - 7 * 24 * hour + 60_000, [120, undefined, 140]);
  const week = { points: before, stepSeconds: 300 } as unknown as Availability;
  expect(weekBeforeValues(pointsAt(now, [1, 2, 3, 4]), week)).toEqual([120, null, 140, null]);
  expect(weekBeforeValues(pointsAt(now, [1, 2]), { ...week, points: [] })).toEqual([null, null]);
});

test.each([
  [{ online: 100 }, 1, "durchgehend online, 100\u202f%"],
  [{ online: 100, offline: 840 }, 0.9903, "14 Minuten offline, 99,03\u202f%"],
  [{}, null, "keine Messwerte"],
])("%o reads „%s“", (seconds, uptime, text) => {
  expect(segmentFacts(seconds, uptime)).toBe(text);
});

test("since when is said as short as it is clear", () => {
  const now = new Date("2026-11-20T08:00:00Z");
  expect(sinceText(new Date("2026-11-20T07:41:00Z"), now)).toBe("seit 08:41 Uhr");
  expect(sinceText(new Date("2026-11-18T07:41:00Z"), now)).toBe("seit 18.11., 08:41 Uhr");
  expect(sinceText(new Date("2025-11-18T07:41:00Z"), now)).toBe("seit 18.11.2025, 08:41 Uhr");
});

test("maintenance is drawn where it was measured, what hangs together as one", () => {
  const start = Date.parse("2026-11-20T08:00:00Z");
  const points = [60, 0, 300, 300, 0].map((maintenance, index) => ({
    at: new Date(start + index * 300_000),
    seconds: { maintenance, online: 300 - maintenance },
  }));
  const minutes = maintenanceOf(points, 300).map(({ from, to }) => [(from - start) / 60_000, (to - start) / 60_000]);
  expect(minutes).toEqual([
    [0, 5],
    [10, 20],
  ]);
});

test("ticks are finer the shorter the time", () => {
  const at = new Date("2026-11-19T23:00:00Z");
  expect(tickText(at, 24 * hour)).toBe("Fr 20.11.");
  expect(tickText(new Date(at.getTime() + 3 * hour), 24 * hour)).toBe("03:00");
  expect(tickText(at, 30 * 24 * hour)).toBe("20.11.");
  expect(tickText(at, 365 * 24 * hour)).toBe("Nov. 26");
});
