import { afterEach, describe, expect, it } from "vitest";
import { defaultPreferences, heldUntil } from "../../../contract/notifications/notification-preferences.ts";
import { easterSunday, type HolidayRegion, holidayRegions, holidaysOf } from "../../../contract/time/holidays.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { isWorkday, setPortalCalendar, usualCalendar } from "../../../contract/time/work-calendar.ts";
import { nextRun } from "../../../server/jobs/plan.ts";
import { isDue, type Job } from "../../../server/jobs/runner.ts";

afterEach(() => setPortalCalendar(usualCalendar));

const states = holidayRegions.filter((region) => region !== "none" && region !== "germany");
const having = (name: string, year: number) =>
  states.filter((state) => [...holidaysOf(state, year).values()].includes(name));
const dayOf = (name: string, region: HolidayRegion, year: number) =>
  [...holidaysOf(region, year)].find(([, each]) => each === name)?.[0];

describe("Easter", () => {
  it.each([
    "2018-04-01",
    "2019-04-21",
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2028-04-16",
    "2030-04-21",
    "2035-03-25",
    "2038-04-25",
    "2049-04-18",
    "2076-04-19",
  ])("is on %s", (day) => {
    expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
  });
});

describe("public holidays", () => {
  it("of all of Germany are nine, and there are none where an agency wants none", () => {
    expect([...holidaysOf("germany", 2026)]).toEqual([
      ["2026-01-01", "Neujahr"],
      ["2026-04-03", "Karfreitag"],
      ["2026-04-06", "Ostermontag"],
      ["2026-05-01", "Tag der Arbeit"],
      ["2026-05-14", "Christi Himmelfahrt"],
      ["2026-05-25", "Pfingstmontag"],
      ["2026-10-03", "Tag der Deutschen Einheit"],
      ["2026-12-25", "1. Weihnachtstag"],
      ["2026-12-26", "2. Weihnachtstag"],
    ]);
    expect(holidaysOf("none", 2026).size).toBe(0);
    for (const state of states)
      expect([...holidaysOf(state, 2027).keys()]).toEqual(
        expect.arrayContaining([...holidaysOf("germany", 2027).keys()]),
      );
  });

  it.each([
    [
      "Reformationstag",
      ["brandenburg", "bremen", "hamburg", "mecklenburg-vorpommern", "niedersachsen", "sachsen"].concat(
        "sachsen-anhalt",
        "schleswig-holstein",
        "thueringen",
      ),
    ],
    [
      "Allerheiligen",
      ["baden-wuerttemberg", "bayern", "bayern-mariae-himmelfahrt", "nordrhein-westfalen"].concat(
        "rheinland-pfalz",
        "saarland",
      ),
    ],
    [
      "Fronleichnam",
      ["baden-wuerttemberg", "bayern", "bayern-mariae-himmelfahrt", "hessen", "nordrhein-westfalen"].concat(
        "rheinland-pfalz",
        "saarland",
      ),
    ],
    ["Heilige Drei Könige", ["baden-wuerttemberg", "bayern", "bayern-mariae-himmelfahrt", "sachsen-anhalt"]],
    ["Internationaler Frauentag", ["berlin", "mecklenburg-vorpommern"]],
    ["Mariä Himmelfahrt", ["bayern-mariae-himmelfahrt", "saarland"]],
    ["Weltkindertag", ["thueringen"]],
    ["Buß- und Bettag", ["sachsen"]],
  ])("%s is one in some states alone", (name, expected) => {
    expect(having(name, 2026)).toEqual(expected);
  });

  it.each([
    ["Buß- und Bettag", "sachsen", "2025-11-19"],
    ["Buß- und Bettag", "sachsen", "2026-11-18"],
    ["Buß- und Bettag", "sachsen", "2027-11-17"],
    ["Buß- und Bettag", "sachsen", "2028-11-22"],
    ["Buß- und Bettag", "sachsen", "2033-11-16"],
    ["Fronleichnam", "hessen", "2025-06-19"],
    ["Fronleichnam", "hessen", "2026-06-04"],
    ["Fronleichnam", "bayern", "2038-06-24"],
    ["Christi Himmelfahrt", "hamburg", "2027-05-06"],
    ["Pfingstmontag", "berlin", "2035-05-14"],
    ["75. Jahrestag des Aufstands vom 17. Juni 1953", "berlin", "2028-06-17"],
  ] as const)("%s in %s is on %s", (name, region, day) => {
    expect(dayOf(name, region, Number(day.slice(0, 4)))).toBe(day);
  });

  it("of one year alone are not repeated", () => {
    expect(dayOf("75. Jahrestag des Aufstands vom 17. Juni 1953", "berlin", 2029)).toBeUndefined();
  });
});

describe("a working day", () => {
  it("is one of the agency's week without a holiday of its state", () => {
    const saxony = { workingDays: [1, 2, 3, 4], holidayRegion: "sachsen" } as const;
    expect(isWorkday("2026-11-17", saxony)).toBe(true);
    expect(isWorkday("2026-11-18", saxony)).toBe(false);
    expect(isWorkday("2026-11-20", saxony)).toBe(false);
    expect(isWorkday("2026-11-18")).toBe(true);
    setPortalCalendar(saxony);
    expect(isWorkday("2026-11-18")).toBe(false);
  });

  it("is what the daily mail waits for", () => {
    const job: Job = { name: "x", daily: { at: "08:00", workdaysOnly: true }, run: async () => undefined };
    const before = portalMoment("2026-04-02", "08:00");
    for (const day of ["2026-04-03", "2026-04-04", "2026-04-05", "2026-04-06"])
      expect(isDue(job, before, portalMoment(day, "09:00"))).toBe(false);
    expect(isDue(job, before, portalMoment("2026-04-07", "08:00"))).toBe(true);
    expect(nextRun(job, before, portalMoment("2026-04-02", "12:00"))).toEqual(portalMoment("2026-04-07", "08:00"));
  });

  it("ends the rest of quiet hours, which holidays are part of like a weekend", () => {
    const eve = portalMoment("2026-12-23", "20:00");
    expect(heldUntil(defaultPreferences, eve)).toEqual(portalMoment("2026-12-24", "07:00"));
    const christmas = portalMoment("2026-12-24", "20:00");
    expect(heldUntil(defaultPreferences, christmas)).toEqual(portalMoment("2026-12-28", "07:00"));
    const everyDay = { ...defaultPreferences, quiet: { ...defaultPreferences.quiet, weekend: false } };
    expect(heldUntil(everyDay, christmas)).toEqual(portalMoment("2026-12-25", "07:00"));
    setPortalCalendar({ workingDays: [1, 2, 3, 4, 5, 6], holidayRegion: "none" });
    expect(heldUntil(defaultPreferences, christmas)).toEqual(portalMoment("2026-12-25", "07:00"));
    expect(heldUntil(defaultPreferences, portalMoment("2026-11-21", "12:00"))).toBeUndefined();
  });
});
