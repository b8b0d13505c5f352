import { createHash } from "node:crypto";
import type { Content, Row, Value } from "./side.ts";

const size = 2n ** 256n;

/** A value as both engines have it. */
function written(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === "string") return `s${value}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString("hex")}`;
  return `${typeof value === "bigint" ? "i" : "r"}${value}`;
}

/** Adds up rows one by one. */
export function openSum(): { add(row: Row): void; content(): Content } {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      const hash = createHash("sha256")
        .update(JSON.stringify(row.map(written)))
        .digest("hex");
      sum = (sum + BigInt(`0x${hash}`)) % size;
      rows += 1;
    },
    content: () => ({ rows, hash: sum.toString(16).padStart(64, "0") }),
  };
}

export async function contentOf(rows: AsyncIterable<Row>): Promise<Content> {
  const sum = openSum();
  for await (const row of rows) sum.add(row);
  return sum.content();
}
