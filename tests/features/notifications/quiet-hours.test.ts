import { describe, expect, it } from "vitest";
import {
  defaultPreferences,
  heldUntil,
  mayShowLive,
  type NotificationPreferences,
  type QuietHours,
  wants,
} from "../../../contract/notifications/notification-preferences.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { snoozeEnd } from "../../../server/features/notifications/commands.ts";
import { isDue, type Job } from "../../../server/jobs/runner.ts";

const at = (day: string, time: string) => portalMoment(day, time);
const quiet = (part: Partial<QuietHours> = {}, rest: Partial<NotificationPreferences> = {}) => ({
  ...defaultPreferences,
  ...rest,
  quiet: { ...defaultPreferences.quiet, ...part },
});

describe("the clocks in Berlin", () => {
  it.each([
    ["2026-11-20", "10:13", "2026-11-20T09:13:00.000Z"],
    ["2026-07-01", "08:00", "2026-07-01T06:00:00.000Z"],
    ["2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25", "08:00", "2026-10-25T07:00:00.000Z"],
    ["2026-10-24", "23:59", "2026-10-24T21:59:00.000Z"],
  ])("show %s %s at %s", (day, time, moment) => {
    expect(portalMoment(day, time).toISOString()).toBe(moment);
    expect(portalTime(new Date(moment))).toMatchObject({ day, time });
  });

  it("skip an hour in spring", () => {
    expect(portalTime(portalMoment("2026-03-29", "02:30")).time).toMatch(/^0[13]:30$/);
  });

  it("count days over the ends of months and years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  });
});

describe("quiet hours", () => {
  it.each([
    ["a working day", "2026-11-20", "18:59", undefined],
    ["an evening", "2026-11-19", "19:00", at("2026-11-20", "07:00")],
    ["a night", "2026-11-20", "06:59", at("2026-11-20", "07:00")],
    ["the end of the night", "2026-11-20", "07:00", undefined],
    ["a Friday evening, over the weekend to Monday", "2026-11-20", "19:00", at("2026-11-23", "07:00")],
    ["a Sunday noon", "2026-11-22", "12:00", at("2026-11-23", "07:00")],
    ["the weekend of the change to summer", "2026-03-27", "20:00", at("2026-03-30", "07:00")],
    ["the weekend of the change to winter", "2026-10-24", "03:00", at("2026-10-26", "07:00")],
  ])("hold back on %s", (_, day, time, end) => {
    expect(heldUntil(defaultPreferences, at(day, time))).toEqual(end);
  });

  it("last as long as the clocks say, on days with 23 and 25 hours", () => {
    const nights = quiet({ weekend: false });
    const length = (day: string) => {
      const from = at(day, "19:00");
      return ((heldUntil(nights, from)?.getTime() ?? 0) - from.getTime()) / 3_600_000;
    };
    expect([length("2026-03-28"), length("2026-10-24"), length("2026-11-18")]).toEqual([11, 13, 12]);
  });

  it("let through what is critical, unless that is not wanted either", () => {
    const night = at("2026-11-19", "22:00");
    expect(heldUntil(defaultPreferences, night, "critical")).toBeUndefined();
    expect(heldUntil(quiet({ criticalAnyway: false }), night, "critical")).toEqual(at("2026-11-20", "07:00"));
  });

  it("may lie within one day, or be off", () => {
    expect(heldUntil(quiet({ from: "12:00", to: "13:00" }), at("2026-11-20", "12:30"))).toEqual(
      at("2026-11-20", "13:00"),
    );
    expect(heldUntil(quiet({ isOn: false }), at("2026-11-21", "03:00"))).toBeUndefined();
    expect(heldUntil(quiet({ from: "09:00", to: "09:00", weekend: false }), at("2026-11-20", "09:00"))).toBeUndefined();
  });

  it("follow an absence, which holds back what is critical as well", () => {
    const away = quiet({}, { awayUntil: "2026-11-24" });
    expect(heldUntil(away, at("2026-11-20", "10:00"))).toEqual(at("2026-11-25", "07:00"));
    expect(heldUntil(away, at("2026-11-20", "10:00"), "critical")).toEqual(at("2026-11-25", "00:00"));
    expect(heldUntil(away, at("2026-11-25", "10:00"))).toBeUndefined();
  });

  it("leave toasts alone unless asked to, and an absence does not", () => {
    const night = at("2026-11-19", "22:00");
    expect(mayShowLive(defaultPreferences, "feedback", night)).toBe(true);
    expect(mayShowLive(quiet({ silencesLive: true }), "feedback", night)).toBe(false);
    expect(mayShowLive(quiet({ silencesLive: true }), "feedback", at("2026-11-19", "12:00"))).toBe(true);
    expect(mayShowLive(quiet({}, { awayUntil: "2026-11-19" }), "feedback", night)).toBe(false);
    expect(mayShowLive(quiet({}, { channels: { signIn: { live: false } } }), "signIn", night)).toBe(false);
  });
});

describe("the defaults", () => {
  it("are bell, hints and daily mail; the critical is everywhere, and what somebody decided stands", () => {
    const ways = (topic: "feedback" | "team" | "signIn", severity?: "critical") =>
      (["bell", "live", "mail", "digest"] as const).filter((each) => wants(defaultPreferences, topic, each, severity));
    expect(ways("feedback")).toEqual(["bell", "live", "digest"]);
    expect(ways("team")).toEqual(["bell", "live"]);
    expect(ways("signIn", "critical")).toEqual(["live"]);
    expect(ways("feedback", "critical")).toEqual(["bell", "live", "mail", "digest"]);
    const decided = { channels: { system: { bell: false, mail: false } } };
    expect(wants(decided, "system", "mail", "critical")).toBe(false);
    expect(wants(decided, "system", "bell", "critical")).toBe(true);
    expect(wants(decided, "system", "bell")).toBe(false);
  });
});

describe("a snooze", () => {
  it.each([
    ["hour", "2026-11-20T10:13:00.000Z"],
    ["evening", "2026-11-20T17:00:00.000Z"],
    ["tomorrow", "2026-11-21T07:00:00.000Z"],
    ["nextWeek", "2026-11-23T07:00:00.000Z"],
  ] as const)("of „%s“ on a Friday morning ends at %s", (until, end) => {
    expect(snoozeEnd(until, new Date("2026-11-20T09:13:00.000Z")).toISOString()).toBe(end);
  });

  it("until the evening that is over ends on the next; on a Monday the next week is seven days off", () => {
    expect(snoozeEnd("evening", at("2026-11-20", "18:00"))).toEqual(at("2026-11-21", "18:00"));
    expect(snoozeEnd("nextWeek", at("2026-11-23", "08:00"))).toEqual(at("2026-11-30", "08:00"));
    expect(snoozeEnd("nextWeek", at("2026-11-22", "08:00"))).toEqual(at("2026-11-23", "08:00"));
  });
});

describe("a daily job", () => {
  const job: Job = { name: "x", daily: { at: "08:00", workdaysOnly: true }, run: async () => undefined };
  it.each([
    ["before its time", undefined, at("2026-11-20", "07:59"), false],
    ["at its time", undefined, at("2026-11-20", "08:00"), true],
    ["a second time that day", at("2026-11-20", "08:00"), at("2026-11-20", "17:00"), false],
    ["later, when the portal was down", at("2026-11-19", "08:00"), at("2026-11-20", "11:00"), true],
    ["on the next day", at("2026-11-19", "08:00"), at("2026-11-20", "08:00"), true],
    ["on a Saturday", at("2026-11-20", "08:00"), at("2026-11-21", "08:00"), false],
    ["in summer time", at("2026-03-27", "08:00"), new Date("2026-03-30T06:00:00Z"), true],
    ["an hour early in summer time", at("2026-03-27", "08:00"), new Date("2026-03-30T05:59:00Z"), false],
  ])("is due %s: %s", (_, last, now, expected) => {
    expect(isDue(job, last, now)).toBe(expected);
  });
});
