import { percent, type Row } from "../table.ts";

/** How a figure stands to its limit: it is met up to the whole of it. */
export function judged(ratio: number): Pick<Row, "ratio" | "aim" | "isMet"> {
  return { ratio: percent(ratio), aim: "≤ 100 %", isMet: ratio <= 1 };
}
