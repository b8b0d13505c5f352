import { expect, test } from "vitest";
import {
  countWord,
  formatDate,
  formatDateTime,
  formatMoment,
  formatMs,
  formatNumber,
  formatPercent,
  isSameDay,
} from "../../../app/lib/format.ts";

const narrow = "\u202f";

test("a date is day, month and year with two digits for day and month", () => {
  expect(formatDate(new Date("2026-11-20T13:05:00Z"))).toBe("20.11.2026");
  expect(formatDate(new Date("2026-03-01T12:00:00Z"))).toBe("01.03.2026");
});

test("a moment has hour and minute in Berlin, in winter and in summer", () => {
  expect(formatDateTime(new Date("2026-11-20T13:05:00Z"))).toBe("20.11.2026, 14:05");
  expect(formatDateTime(new Date("2026-07-20T13:05:00Z"))).toBe("20.07.2026, 15:05");
});

test("the clock skips from 01:59 to 03:00 in spring and repeats 02:00 in autumn", () => {
  expect(formatDateTime(new Date("2026-03-29T00:59:00Z"))).toBe("29.03.2026, 01:59");
  expect(formatDateTime(new Date("2026-03-29T01:00:00Z"))).toBe("29.03.2026, 03:00");
  expect(formatDateTime(new Date("2026-10-25T00:30:00Z"))).toBe("25.10.2026, 02:30");
  expect(formatDateTime(new Date("2026-10-25T01:30:00Z"))).toBe("25.10.2026, 02:30");
});

test("midnight is 00:00 and belongs to the new day", () => {
  expect(formatDateTime(new Date("2026-11-19T23:00:00Z"))).toBe("20.11.2026, 00:00");
});

test("a day ends at midnight in Berlin, not in Greenwich", () => {
  expect(isSameDay(new Date("2026-11-19T23:30:00Z"), new Date("2026-11-20T12:00:00Z"))).toBe(true);
  expect(isSameDay(new Date("2026-11-19T22:30:00Z"), new Date("2026-11-20T12:00:00Z"))).toBe(false);
  expect(isSameDay(new Date("2026-07-19T22:30:00Z"), new Date("2026-07-20T12:00:00Z"))).toBe(true);
});

test("the head of the dashboard names the weekday", () => {
  expect(formatMoment(new Date("2026-11-20T08:13:00Z"))).toBe("Fr., 20.11.2026, 09:13 Uhr");
});

test("numbers are German", () => {
  expect(formatNumber(1840)).toBe("1.840");
  expect(formatNumber(1234.5, 2)).toBe("1.234,50");
  expect(formatNumber(-3)).toBe("-3");
});

test("a unit stands behind a narrow no-break space", () => {
  expect(formatMs(1840.4)).toBe(`1.840${narrow}ms`);
  expect(formatPercent(0.99213)).toBe(`99,21${narrow}%`);
});

test("a whole percentage drops its decimals", () => {
  expect(formatPercent(1)).toBe(`100${narrow}%`);
  expect(formatPercent(0.5)).toBe(`50${narrow}%`);
});

test("what falls short of everything never reads as 100 %", () => {
  expect(formatPercent(0.999999)).toBe(`99,99${narrow}%`);
});

test("small counts are words, larger ones figures", () => {
  expect([0, 1, 2, 12, 13, 1300].map(countWord)).toEqual(["keine", "eine", "zwei", "zwölf", "13", "1.300"]);
});
