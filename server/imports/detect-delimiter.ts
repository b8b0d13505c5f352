import { parse } from "csv-parse/sync";
import { type Delimiter, delimiters } from "../../contract/imports/imports.ts";
import { csvOptions } from "./csv-options.ts";

const sampleLength = 64 * 1024;
const sampleRecords = 50;

/**
 * The character that cuts the sample into the most columns on which the most records agree. A list of one column has
 * none; `;` stands for it then.
 */
export function detectDelimiter(text: string): Delimiter {
  const sample = wholeLines(text.slice(0, sampleLength));
  let best: { delimiter: Delimiter; score: number } = { delimiter: ";", score: 0 };
  for (const delimiter of delimiters) {
    const score = scoreOf(sample, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: string, delimiter: Delimiter): number {
  const widths = readWidths(sample, delimiter);
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  let score = 0;
  for (const [width, records] of counts) score = Math.max(score, (records / widths.length) * Math.log2(width + 1));
  return score;
}

function readWidths(sample: string, delimiter: Delimiter): number[] {
  try {
    const records = parse(sample, { ...csvOptions(delimiter), to: sampleRecords, skip_empty_lines: true });
    return records.map((record) => record.length);
  } catch {
    return [];
  }
}

/** Without the last, cut-off line. */
function wholeLines(sample: string): string {
  if (sample.length < sampleLength) return sample;
  const end = Math.max(sample.lastIndexOf("\n"), sample.lastIndexOf("\r"));
  return end > 0 ? sample.slice(0, end) : sample;
}
