import { describe, expect, test } from "vitest";
import { formatCalendarDate, readDate } from "../../../contract/time/calendar-date.ts";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import { addDays, addMonths, portalDate } from "../../../contract/time/today.ts";
import { formatMoney, readFlag, readMoney, readWholeNumber } from "../../../contract/values/amount.ts";
import { readColor } from "../../../contract/values/color.ts";
import { counted } from "../../../contract/values/counted.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { readImei, readMac, readSerial } from "../../../contract/values/hardware.ts";
import { chanceOf } from "../../support/chance.ts";

describe("an amount", () => {
  test.each([
    ["12", 1200],
    ["0", 0],
    ["0,07", 7],
    [",5", undefined],
    ["12,", 1200],
    ["12,5", 1250],
    ["12,50 €", 1250],
    ["EUR 12.50", 1250],
    ["12,- €", 1200],
    ["12,--", 1200],
    ["12,–", 1200],
    ["1.234", 123_400],
    ["1.234,5", 123_450],
    ["1.234,50 €", 123_450],
    ["1 234,50", 123_450],
    ["1\u00a0234,50\u00a0€", 123_450],
    ["1'234.50", 123_450],
    ["1’234.50", 123_450],
    ["1234.5", 123_450],
    ["1,234.50", 123_450],
    ["1,234,567", 123_456_700],
    ["1.234.567,89", 123_456_789],
    ["1.15", 115],
    ["1.000.000.000", 100_000_000_000],
    ["1.000.000.000,01", undefined],
    ["1,234", undefined],
    ["1.2.3,4", undefined],
    ["1.23.456", undefined],
    ["12,345,6", undefined],
    ["1,234,5", undefined],
    ["12.3456", undefined],
    ["-5", undefined],
    ["5-", undefined],
    ["-", undefined],
    ["", undefined],
    ["€", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["$ 5", undefined],
    ["fünf", undefined],
    ["Infinity", undefined],
  ])("%j is %s cents", (text, cents) => {
    expect(readMoney(text)).toEqual(cents === undefined ? { problem: "Betrag ist ungültig." } : { value: cents });
  });

  test.each([0, 1, 99, 100, 123_450, 99_999_999_999])("of %s cents is written so that it is read back", (cents) => {
    expect(readMoney(formatMoney(cents))).toEqual({ value: cents });
    expect(readMoney(`${formatMoney(cents)} €`)).toEqual({ value: cents });
  });
});

describe("a whole number", () => {
  const range = { min: 1, max: 65_535 };
  test.each([
    ["22", 22],
    [" 8 443 ", 8443],
    ["8.443", 8443],
    ["65535", 65_535],
  ])("%j is %s", (text, value) => {
    expect(readWholeNumber(text, range)).toEqual({ value });
  });

  test.each([
    ["0", "Bitte eine Zahl ab 1 angeben."],
    ["-5", "Bitte eine Zahl ab 1 angeben."],
    ["", "Bitte eine Zahl ab 1 angeben."],
    ["1,5", "Bitte eine Zahl ab 1 angeben."],
    ["1e3", "Bitte eine Zahl ab 1 angeben."],
    ["viele", "Bitte eine Zahl ab 1 angeben."],
    ["65536", "Bitte eine Zahl bis 65535 angeben."],
    ["99999999999999999999", "Bitte eine Zahl bis 65535 angeben."],
  ])("%j is refused", (text, problem) => {
    expect(readWholeNumber(text, range)).toEqual({ problem });
  });
});

test.each([
  ["ja", true],
  ["JA", true],
  [" x ", true],
  ["1", true],
  ["wahr", true],
  ["TRUE", true],
  ["nein", false],
  ["", false],
  ["-", false],
  ["0", false],
  ["falsch", false],
])("%j is %s", (text, value) => {
  expect(readFlag(text)).toEqual({ value });
});

test.each(["vielleicht", "2", "ja?"])("%j is neither yes nor no", (text) => {
  expect(readFlag(text)).toEqual({ problem: "Bitte Ja oder Nein angeben." });
});

describe("a calendar date", () => {
  test.each([
    ["2026-12-31", "2026-12-31"],
    ["2026-1-2", "2026-01-02"],
    ["2026-12-31 14:05:09", "2026-12-31"],
    ["2026-12-31T23:30:00.000Z", "2026-12-31"],
    ["2026-12-31T23:30:00+01:00", "2026-12-31"],
    ["31.12.2026", "2026-12-31"],
    ["1.2.2026", "2026-02-01"],
    ["31. 12. 2026", "2026-12-31"],
    ["31.12.26", "2026-12-31"],
    ["31.12.69", "2069-12-31"],
    ["01.01.70", "1970-01-01"],
    ["31.12.2026, 14:05", "2026-12-31"],
    ["29.02.2028", "2028-02-29"],
    ["29.02.2000", "2000-02-29"],
    ["01.01.1900", "1900-01-01"],
  ])("%s is kept as %s", (text, value) => {
    expect(readDate(text)).toEqual({ value });
  });

  test.each([
    "",
    "29.02.2026",
    "29.02.2100",
    "2026-02-30",
    "31.04.2026",
    "00.01.2026",
    "01.13.2026",
    "2026-00-10",
    "12/31/2026",
    "31.12.",
    "31.12.202",
    "31.12.1899",
    "31.12.2201",
    "0026-12-31",
    "20261231",
    "morgen",
    "46022",
  ])("%j is none", (text) => {
    expect(readDate(text)).toEqual({ problem: "Bitte ein Datum angeben, z. B. 31.12.2026." });
  });

  test("is shown as people write it and read back the same", () => {
    expect(formatCalendarDate("2026-03-01")).toBe("01.03.2026");
    expect(readDate(formatCalendarDate("2026-03-01"))).toEqual({ value: "2026-03-01" });
  });

  test("is the one in Berlin", () => {
    expect(portalDate(new Date("2026-07-01T22:30:00Z"))).toBe("2026-07-02");
    expect(portalDate(new Date("2026-12-31T22:59:59Z"))).toBe("2026-12-31");
  });

  test.each(["Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia"])(
    "is that of the clocks in %s, in whatever order moments come",
    (timeZone) => {
      setPortalTimeZone(timeZone);
      try {
        const chance = chanceOf(timeZone.length);
        const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
        const clock = new Intl.DateTimeFormat("en-CA", { timeZone, ...parts });
        for (let round = 0; round < 1000; round += 1) {
          const about = Date.UTC(1965 + chance.below(75), chance.below(12), 1 + chance.below(31), chance.below(24));
          for (const minutes of [0, 1, 14, 15, 29, 30, 59]) {
            const at = new Date(about + minutes * 60_000 + chance.below(60_000));
            expect(portalDate(at)).toBe(clock.format(at));
          }
        }
      } finally {
        setPortalTimeZone("Europe/Berlin");
      }
    },
  );

  test.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-28", 2, "2026-03-30"],
  ])("%s and %s days is %s", (date, days, later) => {
    expect(addDays(date, days)).toBe(later);
  });

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-12-15", 12, "2027-12-15"],
  ])("%s and %s months is %s", (date, months, later) => {
    expect(addMonths(date, months)).toBe(later);
  });
});

describe("marks of a device", () => {
  test.each([
    ["490154203237518", "490154203237518"],
    ["49 015420 323751 8", "490154203237518"],
    ["35-209900-176148-1", "352099001761481"],
  ])("IMEI %s is kept as %s", (text, value) => {
    expect(readImei(text)).toEqual({ value });
  });

  test.each(["", "490154203237519", "940154203237518", "49015420323751", "4901542032375180", "49015420323751x"])(
    "IMEI %j is invalid",
    (text) => {
      expect(readImei(text)).toEqual({ problem: "IMEI ist ungültig." });
    },
  );

  test.each(["aa:bb:cc:dd:ee:0f", "AA-BB-CC-DD-EE-0F", "aabb.ccdd.ee0f", "aabbccddee0f", " AA BB CC DD EE 0F "])(
    "MAC %s is kept in pairs",
    (text) => {
      expect(readMac(text)).toEqual({ value: "AA:BB:CC:DD:EE:0F" });
    },
  );

  test.each([
    "",
    "aa:bb:cc:dd:ee",
    "aa:bb:cc:dd:ee:0f:11",
    "aa:bb:cc:dd:ee:0g",
    "a:abb:cc:dd:ee:0f",
    "aa:bb-cc:dd:ee:0f",
  ])("MAC %j is invalid", (text) => {
    expect(readMac(text)).toEqual({ problem: "MAC-Adresse ist ungültig." });
  });

  test.each([
    [" C02-XK1/7 ", "C02-XK1/7"],
    ["Größe#1", "Größe#1"],
    ["A\u0308 1", "Ä 1"],
  ])("serial number %j is kept as %s", (text, value) => {
    expect(readSerial(text)).toEqual({ value });
  });

  test.each(["", "C02\u0000", "C02\nXK1", "C02 ☕", "C02\u200bXK1"])("serial number %j is refused", (text) => {
    expect(readSerial(text)).toEqual({ problem: "Seriennummer enthält ungültige Zeichen." });
  });

  test("a colour is six digits in lower case", () => {
    expect(readColor(" #B40032 ")).toEqual({ value: "#b40032" });
    for (const text of ["", "b40032", "#b403", "#b4003g", "red"])
      expect(readColor(text)).toEqual({ problem: "Bitte eine Farbe wie #b40032 angeben." });
  });
});

test.each([
  ["Ärzte  am\tSee", "arzte am see"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["A\u0308rzte", "arzte"],
  ["Café Łódź Ærø", "cafe lodz aero"],
  ["ＡＢＣ ﬁ", "abc fi"],
  [" ", ""],
])("%j is compared as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("a counted noun is in the singular for exactly one", () => {
  const read = [0, 1, 2, 1840].map((count) => counted(count, "Datei", "Dateien"));
  expect(read).toEqual(["0 Dateien", "1 Datei", "2 Dateien", "1.840 Dateien"]);
});
