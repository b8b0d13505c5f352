import { expect, it } from "vitest";
import { findFallen, readBaseline, readFormer, withShares } from "../../../scripts/bench/baseline.ts";
import type { Row } from "../../../scripts/bench/table.ts";

const row = (what: string, share?: number): Row => ({
  what,
  measured: "1 /s",
  limit: "2 /s",
  ratio: "50 %",
  aim: "≥ 50 %",
  isMet: true,
  ...(share !== undefined && { share }),
});
const fallen = (rows: Row[], baseline: Record<string, number>) => findFallen(rows, baseline).map(({ what }) => what);

it("a case has fallen that keeps less than four fifths of its share, even where its aim is met", () => {
  const baseline = { Liste: 0.5, Suche: 0.5, Zähler: 0.5 };
  expect(fallen([row("Liste", 0.399), row("Suche", 0.4), row("Zähler", 0.9)], baseline)).toEqual(["Liste"]);
});

it("a case without a share, or without a former one, has not fallen", () => {
  expect(fallen([row("Liste"), row("neu", 0.01)], { Liste: 0.5 })).toEqual([]);
});

it("a case that reached nothing has fallen", () => {
  expect(fallen([row("Liste", 0)], { Liste: 0.5 })).toEqual(["Liste"]);
});

it("what is kept replaces the shares of this run alone, to a thousandth", () => {
  const kept = withShares({ Liste: 0.5, Suche: 0.25 }, [row("Liste", 0.123456), row("neu", 1), row("ohne")]);
  expect(kept).toEqual({ Liste: 0.123, Suche: 0.25, neu: 1 });
});

it("the kept shares are numbers, and what a former decision says is text", () => {
  const [shares, said] = [Object.values(readBaseline()), Object.values(readFormer())];
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.filter((share) => !(share > 0))).toEqual([]);
  expect(said.filter((text) => !/\d/.test(text))).toEqual([]);
});
