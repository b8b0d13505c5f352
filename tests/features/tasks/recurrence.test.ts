import { afterEach, describe, expect, it } from "vitest";
import { describeRecurrence, readsAsRecurrence, recurrencePresets } from "../../../contract/tasks/recurrence.ts";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import { addDays } from "../../../contract/time/today.ts";
import { nextDay, refuseEndless } from "../../../server/features/tasks/recurrence.ts";

afterEach(() => setPortalTimeZone("Europe/Berlin"));

const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const partsOf = (rule: string) => Object.fromEntries(rule.split(";").map((part) => part.split("=")));
const at = (day: string) => new Date(`${day}T00:00Z`);
const daysInMonth = (day: string) =>
  new Date(Date.UTC(at(day).getUTCFullYear(), at(day).getUTCMonth() + 1, 0)).getUTCDate();
const monthsSince = (start: string, day: string) =>
  (at(day).getUTCFullYear() - at(start).getUTCFullYear()) * 12 + at(day).getUTCMonth() - at(start).getUTCMonth();
const monday = (day: string) => addDays(day, -((at(day).getUTCDay() + 6) % 7));

/** Day by day, by what RFC 5545 says of each part and by nothing else: whether a day belongs to a rule. */
function matches(rule: string, start: string, day: string): boolean {
  const { FREQ, INTERVAL = "1", BYDAY, BYMONTHDAY, BYMONTH } = partsOf(rule) as Record<string, string>;
  const every = Number(INTERVAL);
  const date = at(day).getUTCDate();
  const weekday = codes[at(day).getUTCDay()] ?? "";
  const months = BYMONTH?.split(",").map(Number) ?? (FREQ === "YEARLY" ? [at(start).getUTCMonth() + 1] : undefined);
  if (months && !months.includes(at(day).getUTCMonth() + 1)) return false;
  const ofMonth = BYMONTHDAY?.split(",").map((n) => (Number(n) < 0 ? daysInMonth(day) + 1 + Number(n) : Number(n)));
  const nth = (each: string) => {
    const [, count = "", code] = /^([+-]?\d*)(\w\w)$/.exec(each) ?? [];
    if (code !== weekday) return false;
    const fromEnd = Math.ceil((daysInMonth(day) - date + 1) / 7);
    return count === "" || (Number(count) > 0 ? Math.ceil(date / 7) === Number(count) : fromEnd === -Number(count));
  };
  if (ofMonth && !ofMonth.includes(date)) return false;
  if (BYDAY && !BYDAY.split(",").some(nth)) return false;
  const days = Math.round((at(day).getTime() - at(start).getTime()) / 86_400_000);
  if (FREQ === "DAILY") return days % every === 0;
  if (FREQ === "WEEKLY") {
    const weeks = Math.round((at(monday(day)).getTime() - at(monday(start)).getTime()) / (7 * 86_400_000));
    return weeks % every === 0 && (BYDAY !== undefined || weekday === codes[at(start).getUTCDay()]);
  }
  const onStartDay = BYDAY !== undefined || BYMONTHDAY !== undefined || date === at(start).getUTCDate();
  if (FREQ === "MONTHLY") return monthsSince(start, day) % every === 0 && onStartDay;
  return (at(day).getUTCFullYear() - at(start).getUTCFullYear()) % every === 0 && onStartDay;
}

function slowly(rule: string, start: string, until: string): string[] {
  const { COUNT, UNTIL } = partsOf(rule) as Record<string, string>;
  const last = UNTIL?.replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3");
  const found: string[] = [];
  for (let day = start; day <= until; day = addDays(day, 1))
    if (matches(rule, start, day) && !(last && day > last) && !(COUNT && found.length >= Number(COUNT)))
      found.push(day);
  return found;
}

function quickly(rule: string, start: string, until: string): string[] {
  const found: string[] = [];
  for (let day = nextDay({ rule, start }, addDays(start, -1)); day && day <= until; day = nextDay({ rule, start }, day))
    found.push(day);
  return found;
}

const rules = [
  ...recurrencePresets.map(({ rule }) => rule),
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,3MO",
  "FREQ=MONTHLY;BYMONTHDAY=31",
  "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
  "FREQ=DAILY;COUNT=10",
  "FREQ=WEEKLY;UNTIL=20260401",
];

describe("the days of a rule", () => {
  it.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo"])(
    "are those of an expansion day by day over changes of clocks in %s",
    (zone) => {
      setPortalTimeZone(zone);
      for (const rule of rules)
        for (const start of ["2025-10-24", "2026-01-31"])
          expect([rule, start, quickly(rule, start, "2026-12-31")]).toEqual([
            rule,
            start,
            slowly(rule, start, "2026-12-31"),
          ]);
    },
  );

  it("end with it", () => {
    expect(nextDay({ rule: "FREQ=DAILY;COUNT=2", start: "2026-03-28" }, "2026-03-29")).toBeUndefined();
    expect(nextDay({ rule: "FREQ=YEARLY", start: "2024-02-29" }, "2024-02-29")).toBe("2028-02-29");
  });

  it("go on after many years", () => {
    expect(nextDay({ rule: "FREQ=DAILY", start: "2000-01-01" }, "2026-11-20")).toBe("2026-11-21");
  });
});

describe("a rule", () => {
  it("that reads as none is refused", () => {
    for (const rule of [
      "",
      "WEEKLY",
      "FREQ=SECONDLY",
      "FREQ=DAILY;FREQ=DAILY",
      "FREQ=DAILY;BYHOUR=3",
      "FREQ=DAILY;INTERVAL=0",
    ])
      expect([rule, readsAsRecurrence(rule)]).toEqual([rule, false]);
    expect(readsAsRecurrence("FREQ=DAILY;COUNT=2;UNTIL=20260101")).toBe(false);
    for (const rule of rules) expect([rule, readsAsRecurrence(rule)]).toEqual([rule, true]);
  });

  it("that never comes true is refused", () => {
    const endless = { rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", start: "2026-01-01" };
    expect(() => refuseEndless(endless)).toThrow(
      expect.objectContaining({ code: "invalid", fields: { recurrence: [expect.any(String)] } }),
    );
    for (const rule of rules) expect(() => refuseEndless({ rule, start: "2025-10-24" })).not.toThrow();
  });

  it("is told in words", () => {
    expect(describeRecurrence("FREQ=WEEKLY;INTERVAL=2")).toBe("Alle zwei Wochen");
    expect(describeRecurrence("FREQ=DAILY;INTERVAL=10")).toBe("Alle 10 Tage");
    expect(describeRecurrence("FREQ=MONTHLY;BYDAY=-1FR")).toBe("Jeden Monat, eigene Regel");
  });
});
