import type { Baseline } from "./baseline.ts";

export interface Row {
  what: string;
  measured: string;
  limit: string;
  ratio: string;
  aim: string;
  isMet: boolean;
  /** How much of the limit of the same run was reached; more is better, and the next run is compared with it. */
  share?: number;
}

/** Prints one table, with the former share of the limit beside today's; a missed aim is marked, not hidden. */
export function printTable(rows: readonly Row[], baseline: Baseline): void {
  const heads = ["Messung", "gemessen", "Grenze", "Verhältnis", "früher", "Ziel", ""];
  const before = ({ what, share }: Row) => (share && baseline[what] ? percent(baseline[what]) : "–");
  const lines = [
    heads,
    ...rows.map((row) => [
      row.what,
      row.measured,
      row.limit,
      row.ratio,
      before(row),
      row.aim,
      row.isMet ? "ok" : "verfehlt",
    ]),
  ];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

/** `0.534` → `53 %`. */
export function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}

/** The value below which a share of the sorted numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
