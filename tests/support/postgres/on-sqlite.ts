import { describe, inject, it } from "vitest";

/** Tests of what only SQLite has: on Postgres they are skipped, with the reason in their names. */
export function onSqlite(reason: string): {
  it(name: string, test: () => Promise<void> | void): void;
  describe(name: string, tests: () => void): void;
} {
  const isSkipped = inject("postgres") !== undefined;
  const named = (name: string) => (isSkipped ? `${name} (skipped: ${reason})` : name);
  return {
    it: (name, test) => it.skipIf(isSkipped)(named(name), test),
    describe: (name, tests) => describe.skipIf(isSkipped)(named(name), tests),
  };
}
