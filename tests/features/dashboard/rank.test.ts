import { describe, expect, it } from "vitest";
import { type RankFacts, rankScore, rankText } from "../../../contract/dashboard/rank.ts";
import { deadlineKinds } from "../../../contract/deadlines/deadlines.ts";

const base: RankFacts = { kind: "contractCancel", sla: "none", days: 10 };
const isBefore = (first: Partial<RankFacts>, second: Partial<RankFacts>) =>
  rankScore({ ...base, ...first }) > rankScore({ ...base, ...second });

describe("the rank of what asks for an act", () => {
  it("is higher the closer something is, and highest the longer it is over", () => {
    for (let days = -90; days < 400; days += 1) expect(isBefore({ days }, { days: days + 1 }), String(days)).toBe(true);
    expect(isBefore({ days: -400 }, { days: -90 })).toBe(false);
  });

  it("is higher for a better service level and for what weighs more, all else being equal", () => {
    expect(isBefore({ sla: "premium" }, { sla: "standard" })).toBe(true);
    expect(isBefore({ sla: "standard" }, { sla: "none" })).toBe(true);
    expect(isBefore({}, { kind: "warrantyEnd" })).toBe(true);
  });

  it("weighs the three against each other", () => {
    expect(isBefore({ days: 10 }, { kind: "warrantyEnd", days: 0 })).toBe(true);
    expect(isBefore({ kind: "warrantyEnd", days: -30 }, { days: 60 })).toBe(true);
    expect(isBefore({ days: 12, sla: "premium" }, { days: 7 })).toBe(true);
  });

  it("puts what is over before what is yet to come, unless that weighs more and is near", () => {
    expect(isBefore({ days: -1 }, { days: 1, sla: "premium" })).toBe(true);
    expect(isBefore({ days: -1 }, { days: 0, sla: "premium" })).toBe(true);
    const overdueTask = { kind: "task", days: -2 } as const;
    expect(isBefore(overdueTask, { kind: "domainRenewal", sla: "standard", days: 8 })).toBe(true);
    expect(isBefore({ kind: "domainRenewal", sla: "standard", days: 1 }, overdueTask)).toBe(true);
  });

  it("puts what has no date behind what is due soon, and before what is far away", () => {
    expect(isBefore({ kind: "task", days: 30 }, { kind: "task", days: null })).toBe(true);
    expect(isBefore({ kind: "task", days: null }, { kind: "task", days: 60 })).toBe(true);
  });

  it("knows every kind of deadline", () => {
    for (const kind of deadlineKinds) expect(rankScore({ ...base, kind }), kind).toBeGreaterThan(0);
  });

  it.each([
    [{}, "Rang: Kündigungsfrist, Gewicht sehr hoch × ohne Servicelevel × in 10 Tagen."],
    [{ kind: "job", days: null }, "Rang: Ablauf gescheitert, Gewicht sehr hoch × ohne Servicelevel × ohne Datum."],
    [
      { kind: "deviceReturn", sla: "premium", days: -1 },
      "Rang: Rückgabe fällig, Gewicht mittel × Servicelevel Premium × 1 Tag überfällig.",
    ],
  ] as const)("is told in words: %j", (facts, text) => {
    expect(rankText({ ...base, ...facts })).toBe(text);
  });
});
