import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { newToken } from "../../server/auth/tokens.ts";
import { checkImport, createImport, startImport } from "../../server/features/imports/commands.ts";
import { getImport } from "../../server/features/imports/queries.ts";
import { drainImports } from "../../server/features/imports/runs.ts";
import type { PersonContext, Services } from "../../server/trpc/context.ts";

export interface ImportStep {
  name: "read" | "dry run" | "run";
  rowsPerSecond: number;
  seconds: number;
  /** How long somebody else's request would have waited for its turn. */
  maxStallMs: number;
  p99StallMs: number;
}

export interface ImportMeasure {
  rows: number;
  created: number;
  failed: number;
  steps: ImportStep[];
}

/** Imports so many websites with customers and tags into a portal, in process, as the person of the context. */
export async function measureImport(
  services: Services,
  person: PersonContext["person"],
  rows: number,
): Promise<ImportMeasure> {
  const ctx = contextOf(services, person);
  const steps: ImportStep[] = [];
  const measure = async <Result>(name: ImportStep["name"], work: () => Promise<Result>): Promise<Result> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    await setTimeout(50);
    delay.enable();
    const startedAt = performance.now();
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    // The last delay is noted by the turn behind it.
    await setTimeout(20);
    delay.disable();
    const [maxStallMs, p99StallMs] = [delay.max / 1e6, delay.percentile(99) / 1e6];
    steps.push({ name, seconds, rowsPerSecond: rows / seconds, maxStallMs, p99StallMs });
    return result;
  };

  const fileKey = await storeList(ctx, rows);
  const { id } = await measure("read", () => createImport(ctx, { type: "website", fileKey }));
  const draft = await getImport(ctx, { id });
  await measure("dry run", async () => {
    await checkImport(ctx, { id, settings: { ...draft.settings, createMissing: ["customerId", "tags"] } });
    await drainImports(services);
  });
  await measure("run", async () => {
    await startImport(ctx, { id });
    await drainImports(services);
  });
  const { counts } = await getImport(ctx, { id });
  return { rows, created: counts.created, failed: counts.failed, steps };
}

function contextOf(services: Services, person: PersonContext["person"]): PersonContext {
  return {
    ...services,
    person,
    actorId: person.id,
    publish: (signals) => void services.live.publish(signals),
    sessionId: "bench",
    hasRecentProof: async () => true,
    session: null,
    socketId: undefined,
    requestId: "bench",
    ip: undefined,
  };
}

async function storeList({ db, uploads, now, person }: PersonContext, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, at) => {
    const customer = `Musterkunde ${Math.floor(at / 25)}`;
    return `Website ${at};https://www.website-${at}.example/;${customer};WordPress;Live;gepflegt,stufe-${at % 20}`;
  });
  const text = `Name;Adresse;Kunde;System;Phase;Tags\n${lines.join("\n")}\n`;
  const key = newToken();
  const local = path.join(tmpdir(), `${key}.csv`);
  writeFileSync(local, text);
  const size = Buffer.byteLength(text);
  await uploads.store.keep(key, { path: local, size, mimeType: "text/csv" });
  const at = now().toISOString();
  await db
    .insertInto("files")
    .values({
      key,
      filename: "websites.csv",
      mimeType: "text/csv",
      size,
      width: null,
      height: null,
      purpose: "file",
      createdById: person.id,
      createdAt: at,
      receivedAt: at,
      checkedAt: at,
      confirmedAt: at,
      owner: null,
    })
    .execute();
  return key;
}
