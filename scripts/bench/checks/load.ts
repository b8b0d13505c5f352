import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { httpConfig } from "../../../contract/checks/configs.ts";
import type { EngineFigures } from "../../../server/checks/engine.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { newId } from "../../../server/db/new-id.ts";
import type { Row } from "../table.ts";
import { judged } from "./judged.ts";
import { letWatch, loopbackOf, startSites } from "./sites.ts";

const targets = 10_000;
const intervalS = 60;

interface Told extends EngineFigures {
  cpuUs: number;
  delayP99Ms: number;
  delayMaxMs: number;
}

/** Checks of 10,000 addresses of 127.0.0.0/16 every minute, of which one in fifty takes connections and is silent. */
export async function measureLoad(minutes = 3): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));
  const sites = await startSites();
  try {
    await fill(dataDir, sites.port);
    const checker = fork(path.join(import.meta.dirname, "checker.ts"), [dataDir]);
    let told: Told | undefined;
    let maxLateMs = 0;
    checker.on("message", (message) => {
      told = message as Told;
      maxLateMs = Math.max(maxLateMs, told.maxLateMs);
    });
    // The first round finds out who hangs, and who comes when.
    await delay((intervalS + 30) * 1000);
    const before = told;
    const lateAtFirstMs = maxLateMs;
    maxLateMs = 0;
    await delay(minutes * 60_000);
    const after = told;
    checker.disconnect();
    await once(checker, "exit");
    if (!before || !after) throw new Error("the checker said nothing");
    const ended = after.ended - before.ended;
    const rate = ended / (minutes * 60);
    const expected = targets / intervalS;
    const busy = `${after.limits.answering} + ${after.limits.hanging}`;
    return [
      {
        what: `Prüfungen/s, 10.000 Ziele je Minute, 2 % hängen (Plätze ${busy})`,
        measured: rate.toFixed(1),
        limit: `${(expected * 0.97).toFixed(0)}`,
        ...judged((expected * 0.97) / rate),
      },
      {
        what: "Größte Verspätung einer Prüfung (in der ersten Runde, in der niemand weiß, wer hängt)",
        measured: `${maxLateMs} ms (${lateAtFirstMs} ms)`,
        limit: "5000 ms",
        ...judged(maxLateMs / 5000),
      },
      {
        what: "Verzug der Ereignisschleife des Prüfers, p99 (größter)",
        measured: `${after.delayP99Ms.toFixed(0)} ms (${after.delayMaxMs.toFixed(0)} ms)`,
        limit: "200 ms",
        ...judged(after.delayP99Ms / 200),
      },
      {
        what: "CPU je Ergebnis",
        measured: `${Math.round((after.cpuUs - before.cpuUs) / ended)} µs`,
        limit: "5000 µs",
        ...judged((after.cpuUs - before.cpuUs) / ended / 5000),
      },
    ];
  } finally {
    sites.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, port: number): Promise<void> {
  const db = openDatabase(dataDir);
  await migrateToLatest(db, dataDir);
  const at = new Date().toISOString();
  await letWatch(db, { port });
  await db.updateTable("checkRevision").set({ value: 1 }).execute();
  const rows = Array.from({ length: targets }, (_, index) => {
    const host = loopbackOf(index);
    return {
      id: newId(),
      kind: "http" as const,
      targetType: "website" as const,
      targetId: newId(),
      label: host,
      address: `${host}:${port}`,
      intervalS,
      timeoutMs: 10_000,
      revision: 1,
      createdAt: at,
      updatedAt: at,
      pausedAt: null,
      pausedById: null,
      secret: null,
      quietFrom: null,
      quietUntil: null,
      askedAt: null,
      statusSince: null,
      cause: null,
      removedAt: null,
      config: JSON.stringify(httpConfig.parse({ url: `http://${host}:${port}/` })),
    };
  });
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto("checks")
      .values(rows.slice(start, start + 500))
      .execute();
  await db.destroy();
}
