import { afterEach, describe, expect, test } from "vitest";
import { endOfMonths, lastDayOfNotice } from "../../../contract/terms/months.ts";
import { endOfPeriod, periodOf, type TermAct, type TermRule, termOn } from "../../../contract/terms/term.ts";
import { lastWorkdayBy, setPortalCalendar, usualCalendar } from "../../../contract/time/work-calendar.ts";

afterEach(() => setPortalCalendar(usualCalendar));

const yearly: TermRule = {
  anchorOn: "2025-12-31",
  firstMonths: 12,
  periodMonths: 12,
  boundary: "lastDay",
  startOn: "2026-01-01",
  notice: { count: 3, unit: "months" },
  end: "period",
  autoRenew: true,
};
const ends = (rule: TermRule, count: number) => Array.from({ length: count }, (_, index) => endOfPeriod(rule, index));

describe("months, as § 188 BGB counts them", () => {
  test.each([
    ["2026-01-30", 1, "2026-02-28", "what begins on 31 January"],
    ["2026-01-30", 2, "2026-03-30", "and goes on from there"],
    ["2028-01-30", 1, "2028-02-29", "in a leap year"],
    ["2026-01-31", 1, "2026-02-28", "what begins on the first"],
    ["2026-02-28", 1, "2026-03-31", "and ends with every month"],
    ["2027-02-28", 12, "2028-02-29", "into a leap year"],
    ["2028-02-29", 12, "2029-02-28", "and out of it"],
    ["2026-06-14", 24, "2028-06-14", "in the middle of a month"],
  ])("the day before is %s: %d months end on %s, %s", (eve, months, end) => {
    expect(endOfMonths(eve, months)).toBe(end);
  });

  test("never drift from the 31st of January", () => {
    const rule: TermRule = {
      ...yearly,
      anchorOn: "2026-01-31",
      firstMonths: 1,
      periodMonths: 1,
      boundary: "renewalDay",
    };
    expect(ends(rule, 5)).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]);
  });

  test.each([
    ["2026-12-31", 3, "2026-09-30"],
    ["2026-06-30", 3, "2026-03-31"],
    ["2027-02-28", 1, "2027-01-31"],
    ["2028-02-28", 1, "2028-01-28"],
    ["2026-03-30", 1, "2026-02-28"],
    ["2026-12-31", 0, "2026-12-31"],
  ])("for an end on %s, notice of %d months is given by %s", (end, count, last) => {
    expect(lastDayOfNotice(end, { count, unit: "months" })).toBe(last);
  });
});

describe("an end", () => {
  test("with the month or the quarter comes with the next of them", () => {
    const middle = { ...yearly, anchorOn: "2026-05-14", firstMonths: 0, periodMonths: 1 };
    expect(ends({ ...middle, end: "monthEnd" }, 3)).toEqual(["2026-05-31", "2026-06-30", "2026-07-31"]);
    expect(ends({ ...middle, end: "quarterEnd" }, 3)).toEqual(["2026-06-30", "2026-09-30", "2026-12-31"]);
    expect(ends({ ...middle, end: "quarterEnd", boundary: "renewalDay" }, 2)).toEqual(["2026-07-01", "2026-10-01"]);
  });

  test("of a minimum term comes before whole periods", () => {
    expect(periodOf({ ...yearly, firstMonths: 24 }, 0)).toEqual({
      from: "2026-01-01",
      to: "2027-12-31",
      cancelBy: "2027-09-30",
    });
    expect(periodOf({ ...yearly, firstMonths: 24 }, 1)).toMatchObject({ from: "2028-01-01", to: "2028-12-31" });
  });
});

describe("a term", () => {
  const on = (today: string, ...acts: TermAct[]) => termOn(yearly, acts, today);
  const decide = (day: string, decision: "keep" | "cancel" | "open", effectiveOn?: string): TermAct => ({
    on: day,
    act: "decide",
    decision,
    effectiveOn,
  });

  test("asks about its end while it can be left, and about the next one from then on", () => {
    expect(on("2026-09-30")).toMatchObject({ to: "2026-12-31", asksTo: "2026-12-31", asksBy: "2026-09-30" });
    expect(on("2026-10-01")).toMatchObject({ to: "2026-12-31", asksTo: "2027-12-31", asksBy: "2027-09-30" });
    expect(on("2027-01-01")).toMatchObject({ from: "2027-01-01", to: "2027-12-31", asksBy: "2027-09-30" });
  });

  test("that is kept asks anew in the next period", () => {
    expect(on("2026-09-30", decide("2026-05-01", "keep"))).toMatchObject({ decision: "keep", endsOn: null });
    expect(on("2026-10-01", decide("2026-05-01", "keep"))).toMatchObject({ decision: "open", endsOn: null });
  });

  test("that is cancelled ends with the period that could still be left, or on the day that was agreed", () => {
    const inTime = decide("2026-09-30", "cancel");
    expect(on("2026-12-31", inTime)).toMatchObject({ endsOn: "2026-12-31", isOver: false });
    expect(on("2027-01-01", inTime)).toMatchObject({ to: "2026-12-31", endsOn: "2026-12-31", isOver: true });
    expect(on("2026-11-01", decide("2026-10-01", "cancel"))).toMatchObject({ to: "2026-12-31", endsOn: "2027-12-31" });
    expect(on("2026-11-01", decide("2026-10-01", "cancel", "2026-11-30"))).toMatchObject({ endsOn: "2026-11-30" });
  });

  test("that goes on after all asks about the period that can be left by then", () => {
    const acts = [decide("2026-09-01", "cancel"), decide("2026-11-01", "keep")];
    expect(on("2026-11-01", ...acts)).toMatchObject({ endsOn: null, decision: "keep", asksTo: "2027-12-31" });
  });

  test("that does not renew itself ends, unless somebody renews it", () => {
    const rule = { ...yearly, autoRenew: false };
    expect(termOn(rule, [], "2027-01-01")).toMatchObject({ endsOn: "2026-12-31", isOver: true });
    expect(termOn(rule, [{ on: "2027-01-10", act: "renew" }], "2027-02-01")).toMatchObject({
      from: "2027-01-01",
      to: "2027-12-31",
      endsOn: "2027-12-31",
      isOver: false,
    });
  });
});

describe("a last day to cancel on a day off", () => {
  test.each([
    ["2026-09-30", "2026-09-30", "a Wednesday"],
    ["2026-10-31", "2026-10-30", "a Saturday"],
    ["2026-12-27", "2026-12-24", "the Sunday after Christmas"],
    ["2027-03-29", "2027-03-25", "Easter Monday"],
  ])("%s is better done by %s: %s", (day, workday) => {
    expect(lastWorkdayBy(day)).toBe(workday);
  });

  test("is itself for an agency that never works", () => {
    expect(lastWorkdayBy("2026-10-31", { workingDays: [], holidayRegion: "germany" })).toBe("2026-10-31");
  });
});
