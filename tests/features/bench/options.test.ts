import { expect, it } from "vitest";
import { readOptions } from "../../../scripts/bench/run/options.ts";

const known = ["size", "reads", "records"];

it.each([
  ["a name that is none", ["redas"], /redas/],
  ["a flag that is none", ["--fast"], /--fast/],
  ["a number of runs that is none", ["--runs=many"], /--runs=many/],
  ["no runs at all", ["--runs=0"], /1 bis/],
  ["more runs than anybody waits for", ["--runs=1000"], /1 bis/],
])("%s is refused", (_, given, message) => {
  expect(() => readOptions(given, known)).toThrow(message);
});

it("without names every case is run once", () => {
  expect(readOptions([], known)).toEqual({
    names: known,
    areNamed: false,
    runs: 1,
    isKept: false,
    isProfiled: false,
  });
});

it("names choose cases, which run in the order of the list", () => {
  expect(readOptions(["--runs=5", "records", "--profile", "size", "--keep"], known)).toEqual({
    names: ["size", "records"],
    areNamed: true,
    runs: 5,
    isKept: true,
    isProfiled: true,
  });
});
