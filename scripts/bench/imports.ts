import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBackupRunner } from "../../server/backup/runner.ts";
import { openForeignBrowser } from "../../server/browser/browser.ts";
import { openChecks } from "../../server/checks/access.ts";
import { startCheckpoints } from "../../server/db/checkpoints.ts";
import { openDatabase } from "../../server/db/connection.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/new-id.ts";
import { readEnvironment } from "../../server/env.ts";
import { withPageRooms } from "../../server/features/wiki/with-page-rooms.ts";
import { openDisks } from "../../server/files/disk-space.ts";
import { openUploads } from "../../server/files/uploads.ts";
import { openJobs } from "../../server/jobs/runner.ts";
import { createLog } from "../../server/log.ts";
import { localBus } from "../../server/nodes/local-bus.ts";
import { singleNode } from "../../server/nodes/nodes.ts";
import { localLimits } from "../../server/rate-limit.ts";
import { openVault } from "../../server/vault.ts";
import { type ImportStep, measureImport } from "./import-run.ts";
import type { Row } from "./table.ts";

const rows = 50_000;
const maxStallMs = 50;
const steps: Record<ImportStep["name"], string> = { read: "Lesen", "dry run": "Prüfen", run: "Einlesen" };

/** An import of 50,000 websites, step by step: how fast it is, and how long it holds up everybody else. */
export async function measureImports(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));
  const db = openDatabase(dataDir);
  await migrateToLatest(db);
  const checkpoints = startCheckpoints(dataDir, { onError: console.error });
  try {
    const signingKey = "a key for the bench only, 32 characters";
    const uploads = await openUploads({ dataDir, s3: undefined }, { signingKey });
    const live = { publish: async () => undefined, disconnect: () => undefined };
    const services = withPageRooms({
      db,
      live,
      bus: localBus(),
      limits: localLimits(),
      nodes: singleNode(),
      uploads,
      disks: openDisks(dataDir),
      log: createLog("error"),
      signingKey,
      vault: openVault(signingKey),
      jobs: openJobs([]),
      checks: openChecks(dataDir),
      backups: openBackupRunner({ dataDir, s3: undefined }, createLog("error")),
      browser: openForeignBrowser(readEnvironment({ DATA_DIR: dataDir }), { log: createLog("error") }),
      baseUrl: () => "",
      now: () => new Date(),
    });
    const person = { id: newId(), name: "Jana Petersen", role: "admin" } as const;
    const at = services.now().toISOString();
    await db
      .insertInto("users")
      .values({ ...person, email: "jana@agentur.example", createdAt: at, joinedAt: at })
      .execute();
    const measured = await measureImport(services, person, rows);
    if (measured.created !== rows) throw new Error(`${measured.failed} of ${rows} rows were refused`);
    return measured.steps.map(toRow);
  } finally {
    await checkpoints.stop();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function toRow({ name, rowsPerSecond, maxStallMs: longest, p99StallMs }: ImportStep): Row {
  return {
    what: `Import von 50.000 Websites, ${steps[name]}: längster Halt für andere (p99)`,
    measured: `${Math.round(rowsPerSecond)} Zeilen/s, ${Math.round(longest)} ms (${Math.round(p99StallMs)} ms)`,
    limit: "–",
    ratio: "–",
    aim: `< ${maxStallMs} ms`,
    isMet: longest < maxStallMs,
  };
}
