import type { Cell, DateOrder } from "../../contract/imports/imports.ts";

/** A date in numbers: two parts that may be day or month, and the year behind them. */
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})(?:[T\s,].*)?$/;

export interface NumericDate {
  first: number;
  second: number;
  year: string;
  separator: string;
}

/** Reads a date in numbers; undefined for everything else. */
export function readNumericDate(text: string): NumericDate | undefined {
  const [, first, separator, second, year] = numbers.exec(text.trim()) ?? [];
  if (!first || !separator || !second || !year) return undefined;
  return { first: Number(first), second: Number(second), year, separator };
}

/** The only order in which a date can be read; undefined where both are possible, or neither. */
export function orderOf({ first, second }: NumericDate): DateOrder | undefined {
  if (first > 12 && second <= 12) return "dmy";
  return second > 12 && first <= 12 ? "mdy" : undefined;
}

/** Finds the order of the dates of each column: the one in which most of those can be read that have only one. */
export function countDateOrders() {
  const counts: Record<DateOrder, number>[] = [];
  return {
    add(cells: readonly Cell[]): void {
      cells.forEach((cell, at) => {
        const date = typeof cell === "string" && cell.length < 40 ? readNumericDate(cell) : undefined;
        const order = date && orderOf(date);
        if (!order) return;
        counts[at] ??= { dmy: 0, mdy: 0 };
        counts[at][order] += 1;
      });
    },
    found: (width: number): (DateOrder | undefined)[] =>
      Array.from({ length: width }, (_, at) => {
        const { dmy, mdy } = counts[at] ?? { dmy: 0, mdy: 0 };
        return dmy === 0 && mdy === 0 ? undefined : mdy > dmy ? "mdy" : "dmy";
      }),
  };
}
