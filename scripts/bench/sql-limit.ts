import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { findSession } from "../../server/auth/sessions.ts";
import type { BenchPortal } from "./bench-portal.ts";
import { recordSql, type Statement } from "./recorded-sql.ts";

export interface SqlLimit {
  /** Where the statements that were recorded under a name are answered; also `create`. */
  url(name: string): string;
  stop(): void;
}

/** Starts the limit of reads (sql-server.ts): these statements, by name, each behind the portal's own look for the session. */
export async function startSqlLimit(
  { dataDir, cookie }: Pick<BenchPortal, "dataDir" | "cookie">,
  statements: Record<string, Statement[]>,
): Promise<SqlLimit> {
  const [, token] = cookie.split("=");
  const session = await recordSql(dataDir, (db) => findSession(db, token, new Date()));
  const recordings = path.join(tmpdir(), `techcenter-bench-${process.pid}-${performance.now()}.json`);
  writeFileSync(recordings, JSON.stringify({ ...statements, session }));
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "sql-server.ts"), dataDir, recordings], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    stop() {
      server.kill();
      rmSync(recordings, { force: true });
    },
  };
}
