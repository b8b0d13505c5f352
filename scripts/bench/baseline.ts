import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Row } from "./table.ts";

const file = path.join(import.meta.dirname, "baseline.json");
/** A case that keeps less than this of its former share has become slower, beyond what two runs differ by. */
const leastKept = 0.8;

/** The shares of a former run on an idle machine, by what was measured. */
export type Baseline = Readonly<Record<string, number>>;

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Keeps the shares of this run; cases that were not part of it stay as they are. */
export function keepBaseline(rows: readonly Row[]): void {
  const shares = Object.fromEntries(rows.flatMap(({ what, share }) => (share ? [[what, roundShare(share)]] : [])));
  writeFileSync(file, `${JSON.stringify({ ...readBaseline(), ...shares }, null, 2)}\n`);
}

/** The cases that have fallen more than 20 percent below their former share. */
export function findFallen(rows: readonly Row[], baseline: Baseline): Row[] {
  return rows.filter(({ what, share }) => {
    const before = baseline[what];
    return share !== undefined && before !== undefined && share < before * leastKept;
  });
}

const roundShare = (share: number) => Math.round(share * 1000) / 1000;
