import type { SqliteStatement } from "kysely";

/** Nobody waits noticeably for faster ones. */
const slowMs = 50;
const kept = 20;

/** The slow statements of late, their text without a value in it; of this process. */
const slow: { endedAt: number; ms: number; sql: string }[] = [];

/** Remembers a statement that took long, right after it. */
export function noteStatement(sql: string, ms: number): void {
  if (ms < slowMs) return;
  slow.push({ endedAt: performance.now(), ms: Math.round(ms), sql: sql.slice(0, 1000) });
  if (slow.length > kept) slow.shift();
}

/** A statement that is remembered where it takes long. */
export function timed(statement: SqliteStatement, sql: string): SqliteStatement {
  return {
    reader: statement.reader,
    all(parameters) {
      const begun = performance.now();
      try {
        return statement.all(parameters);
      } finally {
        noteStatement(sql, performance.now() - begun);
      }
    },
    run(parameters) {
      const begun = performance.now();
      try {
        return statement.run(parameters);
      } finally {
        noteStatement(sql, performance.now() - begun);
      }
    },
    iterate: (parameters) => statement.iterate(parameters),
  };
}

/** The slowest statement that ended after a moment of `performance.now()`; the portal runs one at a time. */
export function slowestSince(moment: number): { ms: number; sql: string } | undefined {
  const [worst] = slow.filter(({ endedAt }) => endedAt >= moment).sort((one, other) => other.ms - one.ms);
  return worst && { ms: worst.ms, sql: worst.sql };
}
