type Parser = (text: string) => unknown;

const asItIs: Parser = (text) => text;

/** By the number of the type in Postgres: what rows hold is what SQLite would give. */
const parsers = new Map<number, Parser>([
  // bool: SQLite has 0 and 1.
  [16, (text) => (text === "t" ? 1 : 0)],
  // int8, which counts and sums are, and numeric.
  [20, Number],
  [1700, Number],
  // json, jsonb: whoever reads them parses them.
  [114, asItIs],
  [3802, asItIs],
  // date, timestamp, timestamptz: moments are ISO text wherever they are kept.
  [1082, asItIs],
  [1114, asItIs],
  [1184, asItIs],
]);

/** How a value of a type is read; undefined where the driver knows. */
export const parserOf = (type: number): Parser | undefined => parsers.get(type);
