import type { Baseline, Former } from "./baseline.ts";

export interface Row {
  what: string;
  measured: string;
  limit: string;
  ratio: string;
  aim: string;
  isMet: boolean;
  /** How much of the limit of the same run, or of the aim, was reached; more is better, and the next run is compared with it. */
  share?: number;
  /** The same where more than all of it counts: by it runs are put into their order. */
  reached?: number;
  /** In how many of several runs the aim was met. */
  metIn?: string;
}

interface Aimed {
  unit: string;
  digits?: number;
  /** What is said beside the figure. */
  note?: string;
}

/** A row without a limit of its own, whose figure may be so much at most. */
export function rowAtMost(what: string, figure: number, { most, ...aimed }: Aimed & { most: number }): Row {
  return rowOfAim(what, figure, { ...aimed, aim: `≤ ${most} ${aimed.unit}`, reached: most / figure });
}

/** A row without a limit of its own, whose figure has to be so much at least. */
export function rowAtLeast(what: string, figure: number, { least, ...aimed }: Aimed & { least: number }): Row {
  return rowOfAim(what, figure, { ...aimed, aim: `≥ ${least} ${aimed.unit}`, reached: figure / least });
}

/** What is better than its aim counts as reached: small figures that scatter are no news as long as they meet it. */
function rowOfAim(
  what: string,
  figure: number,
  { unit, digits = 0, note = "", aim, reached }: Aimed & { aim: string; reached: number },
): Row {
  const share = Math.min(1, reached);
  return {
    what,
    measured: `${figure.toFixed(digits)} ${unit}${note}`,
    limit: "–",
    ratio: percent(share),
    aim,
    isMet: reached >= 1,
    share,
    reached,
  };
}

/**
 * Prints one table, with the share that is kept of a former run and the figure of the decision that held before beside
 * today's; a missed aim is marked, not hidden.
 */
export function printTable(rows: readonly Row[], { baseline, former }: { baseline: Baseline; former: Former }): void {
  const kept = ({ what, share }: Row) => (share && baseline[what] ? percent(baseline[what]) : "–");
  printColumns([
    ["Messung", "gemessen", "Grenze", "Verhältnis", "früher", "davor (Entscheidung)", "Ziel", "", "Läufe"],
    ...rows.map((row) => [
      row.what,
      row.measured,
      row.limit,
      row.ratio,
      kept(row),
      former[row.what] ?? "–",
      row.aim,
      row.isMet ? "ok" : "verfehlt",
      row.metIn ?? "",
    ]),
  ]);
}

/** Prints what rows cost: one line for each process that was looked into. */
export function printCosts(rows: readonly Row[], costs: ReadonlyMap<string, readonly string[]>): void {
  const lines = rows.flatMap(({ what, isMet }) =>
    (costs.get(what) ?? []).map((cost) => [isMet ? "" : "verfehlt", what, cost]),
  );
  if (lines.length > 0)
    printColumns([["", "Messung", "Die größten Kosten (Anteil an der gerechneten Zeit)"], ...lines]);
}

function printColumns(lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
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
