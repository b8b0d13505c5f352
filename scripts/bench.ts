import { loadavg } from "node:os";
import { toError } from "../contract/narrowing.ts";
import { findFallen, keepBaseline, readBaseline, readFormer } from "./bench/baseline.ts";
import { cases, unprofiled } from "./bench/cases.ts";
import { profileCase } from "./bench/profile/recording.ts";
import { medianRows } from "./bench/run/median.ts";
import { type BenchOptions, readOptions } from "./bench/run/options.ts";
import { printCosts, printTable, type Row } from "./bench/table.ts";
import { buildApp } from "./build-app.ts";

/**
 * `npm run bench`: every figure stands beside a limit of the same run or beside its aim. The machine should be idle.
 * Names of cases as arguments (`size`, `records`, `import` …) run only these, `--runs=5` runs each five times and
 * prints the run in the middle. Ends with 1 where a share of the limit or the aim has fallen more than 20 percent below
 * the one in bench/baseline.json; `--keep` writes the shares of this run there. `--profile` runs cases once more under a
 * profiler and prints what they cost: those that were named, else those in which something misses its aim.
 */
const idleLoad = 0.5;
const options = optionsOrExit();
await buildApp();
warnOfOthers();
const failures: string[] = [];
const costs = new Map<string, string[]>();
const rows: Row[] = [];
for (const name of options.names) {
  const measured = await runCase(name);
  rows.push(...measured);
  const isWanted = options.areNamed || measured.some(({ isMet }) => !isMet);
  if (options.isProfiled && isWanted && !unprofiled.has(name)) await addCosts(name);
}

const baseline = readBaseline();
printTable(rows, { baseline, former: readFormer() });
printCosts(rows, costs);
if (options.isKept) keepBaseline(rows);
const fallen = options.isKept ? [] : findFallen(rows, baseline);
for (const { what } of fallen) console.error(`Über 20 % unter dem früheren Anteil: ${what}`);
for (const failure of failures) console.error(failure);
process.exit(fallen.length + failures.length > 0 ? 1 : 0);

function optionsOrExit(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2), Object.keys(cases));
  } catch (problem) {
    console.error(toError(problem).message);
    process.exit(2);
  }
}

/** Whoever reads the table later has to know that it was not taken on an idle machine. */
function warnOfOthers(): void {
  const [load = 0] = loadavg();
  if (load >= idleLoad)
    console.error(`Die Maschine hat zu tun (Last ${load.toFixed(1)}): was jetzt gemessen wird, gilt nicht als Zahl.`);
}

/** Runs a case as often as is wanted. One that fails is told at the end: the others are measured all the same. */
async function runCase(name: string): Promise<Row[]> {
  const runs: Row[][] = [];
  for (let run = 1; run <= options.runs; run += 1) {
    const begun = performance.now();
    const measured = await attempt(name, () => measureCase(name));
    if (measured) runs.push(measured);
    for (const { what, measured: figure } of measured ?? []) console.error(`  ${what}: ${figure}`);
    console.error(`${name} ${run}/${options.runs}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  return runs.length > 0 ? medianRows(runs) : [];
}

async function addCosts(name: string): Promise<void> {
  const profiled = await attempt(`${name} --profile`, () => profileCase(name, () => measureCase(name)));
  if (!profiled) return;
  for (const [what, lines] of profiled.costs) costs.set(what, lines);
  console.error(`${name}: Profile in ${profiled.folder}`);
}

async function measureCase(name: string): Promise<Row[]> {
  return (await cases[name]?.()) ?? [];
}

async function attempt<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (problem) {
    console.error(problem);
    failures.push(`${name} ist fehlgeschlagen: ${toError(problem).message}`);
    return undefined;
  }
}
