import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Row } from "./table.ts";

const file = path.join(import.meta.dirname, "baseline.json");
/** A case that keeps less than this of its former share has become slower, beyond what two runs differ by. */
const leastKept = 0.8;

/** The shares of a former run on an idle machine, by what was measured. */
export type Baseline = Readonly<Record<string, number>>;
/** What the decision that held before says of a case, with its number, or else what was measured before there was one. */
export type Former = Readonly<Record<string, string>>;

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function readFormer(): Former {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "former.json"), "utf8"));
}

/** Keeps the shares of this run; cases that were not part of it stay as they are. */
export function keepBaseline(rows: readonly Row[]): void {
  writeFileSync(file, `${JSON.stringify(withShares(readBaseline(), rows), null, 2)}\n`);
}

/** A baseline with the shares of a run in place of its own. */
export function withShares(baseline: Baseline, rows: readonly Row[]): Baseline {
  const shares = rows.flatMap(({ what, share }) => (share === undefined ? [] : [[what, roundShare(share)] as const]));
  return { ...baseline, ...Object.fromEntries(shares) };
}

/** The cases that have fallen more than 20 percent below their former share. */
export function findFallen(rows: readonly Row[], baseline: Baseline): Row[] {
  return rows.filter(({ what, share }) => {
    const before = baseline[what];
    return share !== undefined && before !== undefined && share < before * leastKept;
  });
}

const roundShare = (share: number) => Math.round(share * 1000) / 1000;
