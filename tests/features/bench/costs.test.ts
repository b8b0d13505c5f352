import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { type CpuProfile, costsOf } from "../../../scripts/bench/profile/costs.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const own = (file: string) => pathToFileURL(path.join(root, file)).href;

/** A profile with these functions, each called by the one that is named as its parent, and what was seen when. */
function profileOf(functions: Record<string, { url: string; parent?: string }>, seen: [string, number][]): CpuProfile {
  const names = ["(root)", ...Object.keys(functions)];
  const idOf = (name: string) => names.indexOf(name) + 1;
  const nodes = names.map((functionName) => ({
    id: idOf(functionName),
    callFrame: { functionName, url: functions[functionName]?.url ?? "" },
    children: Object.entries(functions)
      .filter(([, { parent = "(root)" }]) => parent === functionName)
      .map(([name]) => idOf(name)),
  }));
  // A sample lasts until the next one.
  const took = seen.map(([, us]) => us);
  return {
    nodes,
    startTime: 1000,
    samples: [...seen.map(([name]) => idOf(name)), idOf("(root)")],
    timeDeltas: [0, ...took],
  };
}

const shares = (profiles: CpuProfile[], ...more: [spans?: { fromUs: number; toUs: number }[], shown?: number]) =>
  costsOf(profiles, ...more).map(({ group, share, dearest }) => [group, Math.round(share * 100), dearest]);

const functions = {
  "(idle)": { url: "" },
  "(garbage collector)": { url: "" },
  callRecursive: { url: own("node_modules/@trpc/server/dist/index.mjs") },
  compileQuery: { url: own("node_modules/kysely/dist/compiler.js"), parent: "callRecursive" },
  listRecords: { url: own("server/records/queries.ts"), parent: "callRecursive" },
  readBoard: { url: own("server/features/feedback/queries.ts"), parent: "callRecursive" },
  all: { url: "", parent: "compileQuery" },
  timedAll: { url: own("server/db/slow-statements.ts"), parent: "compileQuery" },
  stringify: { url: "", parent: "listRecords" },
  write_: { url: "node:_http_outgoing", parent: "callRecursive" },
  hydrate: { url: "http://127.0.0.1:3000/assets/react-dom-BqK3f_9x.js" },
};

it("groups functions by package, folder and kind, each by its own time", () => {
  const profile = profileOf(functions, [
    ["callRecursive", 40],
    ["compileQuery", 20],
    ["readBoard", 10],
    ["write_", 5],
    ["hydrate", 25],
  ]);
  expect(shares([profile], [], 9)).toEqual([
    ["@trpc/server", 40, "callRecursive"],
    ["react-dom", 25, "hydrate"],
    ["kysely", 20, "compileQuery"],
    ["server/features/feedback", 10, "readBoard"],
    ["node:http", 5, "write_"],
  ]);
});

it("waiting is no cost, and what cleans up memory is one of its own", () => {
  const profile = profileOf(functions, [
    ["(idle)", 900],
    ["(garbage collector)", 75],
    ["compileQuery", 25],
  ]);
  expect(shares([profile])).toEqual([
    ["Speicherbereinigung", 75, "(garbage collector)"],
    ["kysely", 25, "compileQuery"],
  ]);
});

it("SQLite stands for itself, and what V8 has built in belongs to its caller", () => {
  const profile = profileOf(functions, [
    ["all", 20],
    ["timedAll", 40],
    ["stringify", 30],
    ["listRecords", 10],
  ]);
  expect(shares([profile])).toEqual([
    ["SQLite", 60, "timedAll"],
    ["server/records", 40, "stringify"],
  ]);
});

it("only what was computed within the spans counts, over several profiles", () => {
  const profile = profileOf(functions, [
    ["compileQuery", 100],
    ["readBoard", 100],
    ["callRecursive", 300],
  ]);
  const spans = [
    { fromUs: 1000, toUs: 1050 },
    { fromUs: 1150, toUs: 1300 },
  ];
  expect(shares([profile, profile], spans)).toEqual([
    ["@trpc/server", 75, "callRecursive"],
    ["kysely", 25, "compileQuery"],
  ]);
});

it("three costs are told, the largest first, and none of a profile in which nothing happened", () => {
  const profile = profileOf(functions, [
    ["compileQuery", 10],
    ["readBoard", 20],
    ["callRecursive", 30],
    ["hydrate", 40],
  ]);
  expect(shares([profile]).map(([group]) => group)).toEqual(["react-dom", "@trpc/server", "server/features/feedback"]);
  expect(costsOf([profileOf(functions, [["(idle)", 100]])])).toEqual([]);
});
