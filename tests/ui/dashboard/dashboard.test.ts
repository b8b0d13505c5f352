import { describe, expect, test } from "vitest";
import { headlineText } from "../../../app/features/dashboard/headline-text.ts";
import { dueSearch, readDueChoice } from "../../../app/features/dashboard/needs/due-choice.ts";
import { renewalThirds } from "../../../app/features/dashboard/renewal-thirds.ts";
import type { DueSummary } from "../../../contract/dashboard/dashboard.ts";

const nothing: DueSummary = { total: 0, overdue: 0, soon: 0, soonUntil: null };
/** A Friday. */
const today = "2026-11-20";

function headline(mine: Partial<DueSummary>, unread?: number, all: Partial<DueSummary> = mine): string {
  const summary = { mine: { ...nothing, ...mine }, team: nothing, all: { ...nothing, ...all } };
  const words = headlineText({ due: { today, summary }, unread });
  return words.map(({ text }) => text).join(" ");
}

describe("the headline", () => {
  test.each([
    [{}, 0, "Alles ruhig. Keine offenen Punkte für dich."],
    [{}, 1, "Eine Benachrichtigung wartet auf dich."],
    [
      { soon: 2, soonUntil: "2026-11-24" },
      3,
      "Zwei Fristen enden bis Dienstag, drei Benachrichtigungen warten auf dich.",
    ],
    [{ soon: 1, soonUntil: "2026-11-20" }, 0, "Eine Frist endet heute."],
    [{ soon: 1, soonUntil: "2026-11-21" }, 0, "Eine Frist endet morgen."],
    [{ soon: 3, soonUntil: "2026-11-21" }, 0, "Drei Fristen enden bis morgen."],
    [{ soon: 1, soonUntil: "2026-11-23" }, 0, "Eine Frist endet am Montag."],
    [{ overdue: 13 }, 0, "13 Fristen sind überschritten."],
    [{ total: 1 }, 0, "Ein Punkt hat Zeit."],
    [{ total: 15, overdue: 13 }, 0, "13 Fristen sind überschritten, zwei Punkte haben Zeit."],
    [{ overdue: 1, soon: 1, soonUntil: "2026-11-20" }, 0, "Eine Frist ist überschritten, eine endet heute."],
  ])("%j and %i unread: %s", (mine, unread, sentence) => {
    expect(headline(mine, unread)).toBe(sentence);
  });

  test("begins with what is broken, and calls no day quiet on which something is", () => {
    const due = { today, summary: { mine: { ...nothing, soon: 1, soonUntil: today }, team: nothing, all: nothing } };
    const read = (incidents: number, known: object) =>
      headlineText({ ...known, unread: 0, incidents })
        .map(({ text }) => text)
        .join(" ");
    expect(read(1, { due })).toBe("Eine Störung läuft, eine Frist endet heute.");
    expect(read(2, { due: { today, summary: { mine: nothing, team: nothing, all: nothing } } })).toBe(
      "Zwei Störungen laufen.",
    );
  });

  test("welcomes to a portal that holds nothing yet, instead of calling it quiet", () => {
    const due = { today, summary: { mine: nothing, team: nothing, all: nothing } };
    const words = headlineText({ due, unread: 0, isEmpty: true });
    expect(words.map(({ text }) => text).join(" ")).toBe("Willkommen. Hier ist noch nichts erfasst.");
  });

  test("calls no portal quiet whose first steps stand below, undone", () => {
    const due = { today, summary: { mine: nothing, team: nothing, all: nothing } };
    const read = (stepsLeft: number) =>
      headlineText({ due, unread: 0, stepsLeft })
        .map(({ text }) => text)
        .join(" ");
    expect(read(3)).toBe("Noch drei Schritte, dann ist das Portal startklar.");
    expect(read(1)).toBe("Noch ein Schritt, dann ist das Portal startklar.");
    expect(read(0)).toBe("Alles ruhig. Keine offenen Punkte für dich.");
  });

  test("speaks of the team where nothing waits for the person", () => {
    expect(headline({}, 0, { soon: 2, soonUntil: "2026-11-24" })).toBe(
      "Nichts wartet auf dich, im Team enden zwei Fristen bis Dienstag.",
    );
    expect(headline({}, 0, { overdue: 1 })).toBe("Nichts wartet auf dich, im Team ist eine Frist überschritten.");
  });

  test("calls no day quiet that it could not look into", () => {
    expect(headlineText({ unread: 0 })).toEqual([{ text: "Dashboard", isFact: true }]);
    expect(headline({ overdue: 2 })).toBe("Zwei Fristen sind überschritten.");
  });

  test("writes facts and the words between them apart", () => {
    const summary = { ...nothing, soon: 2, soonUntil: "2026-11-24" };
    expect(
      headlineText({ due: { today, summary: { mine: summary, team: summary, all: summary } }, unread: 0 }),
    ).toEqual([{ text: "Zwei Fristen", isFact: true }, { text: "enden bis Dienstag." }]);
  });
});

test("the URL keeps whose deadlines are shown and whether all of them are", () => {
  const read = (search: string) => readDueChoice(new URLSearchParams(search));
  expect(read("")).toEqual({ limit: 10 });
  expect(read("?due=everybody")).toEqual({ limit: 10 });
  for (const choice of [
    { whose: "mine", limit: 10 },
    { whose: "all", limit: 500 },
  ] as const)
    expect(read(dueSearch(choice))).toEqual(choice);
});

test("renewals fall into thirds by their day, and amounts stay away where there are none", () => {
  const day = { domains: 1, hosts: 0, contracts: 0, undecided: 1 };
  const days = ["2026-12-19", "2026-12-20", "2027-02-17"].map((on) => ({ ...day, on }));
  const thirds = renewalThirds({ today, days });
  expect(thirds.map(({ until, domains }) => [until, domains])).toEqual([
    ["2026-12-19", 1],
    ["2027-01-18", 1],
    ["2027-02-17", 1],
  ]);
  expect(thirds[0]).not.toHaveProperty("costCents");
  const priced = renewalThirds({ today, days: days.map((one) => ({ ...one, costCents: 100, revenueCents: 250 })) });
  expect(priced[0]).toMatchObject({ costCents: 100, revenueCents: 250 });
});
