import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { noSpans } from "../../../contract/checks/uptime.ts";
import { plainState, toListInput } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { openChecks } from "../../../server/checks/access.ts";
import { type Bucket, packBuckets } from "../../../server/checks/store/buckets.ts";
import { keyOf, storeFile } from "../../../server/checks/store/open-store.ts";
import { openStore } from "../../../server/checks/store/store.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { migrateToLatest } from "../../../server/db/migrate.ts";
import { newId } from "../../../server/db/new-id.ts";
import { readAvailability } from "../../../server/features/checks/queries.ts";
import { stores } from "../../../server/features/records.ts";
import { listRecords } from "../../../server/records/queries.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import type { PersonContext } from "../../../server/trpc/context.ts";
import "../../../server/features/register.ts";
import { quantile, type Row } from "../table.ts";
import { judged } from "./judged.ts";

const count = 100_000;
const rounds = 60;

/** A list of 100,000 by uptime and by status, and a year of one of them. */
export async function measureReading(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));
  const db = openDatabase(dataDir);
  const checks = openChecks(dataDir);
  try {
    await migrateToLatest(db, dataDir);
    const person = { id: newId(), name: "Jana Petersen", role: "admin" } as const;
    const at = new Date().toISOString();
    await db
      .insertInto("users")
      .values({ ...person, email: "jana@agentur.example", createdAt: at, joinedAt: at })
      .execute();
    await createManyWebsites(db, count, person.id);
    await sql`update websites set uptime30d = 9000 + abs(random()) % 1001, response_time_ms = abs(random()) % 2000,
      status = case abs(random()) % 50 when 0 then 'offline' when 1 then 'degraded' else 'online' end`.execute(db);
    const ctx = { db, checks, person, now: () => new Date() } as unknown as PersonContext;
    const year = await addYear(ctx, dataDir);
    const list = (field: string) => () =>
      listRecords(stores.website, ctx, { ...toListInput(plainState(websites), websites), orderBy: [{ field }] });
    return [
      await time("Liste von 100.000 Websites nach Verfügbarkeit, p99", 250, list("uptime30d")),
      await time("Liste von 100.000 Websites, schlechteste zuerst, p99", 250, list("status")),
      await time("Verfügbarkeit eines Jahres, p99", 50, () =>
        readAvailability(ctx, { type: "website", id: year, range: "1y" }),
      ),
      await time("Verfügbarkeit von 30 Tagen, p99", 50, () =>
        readAvailability(ctx, { type: "website", id: year, range: "30d" }),
      ),
    ];
  } finally {
    checks.close();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function time(what: string, limitMs: number, read: () => Promise<unknown>): Promise<Row> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await read();
    taken.push(performance.now() - begun);
  }
  const p99 = quantile(taken, 0.99);
  const measured = `${p99.toFixed(1)} ms (Median ${quantile(taken, 0.5).toFixed(1)} ms)`;
  return { what, measured, limit: `${limitMs} ms`, ...judged(p99 / limitMs) };
}

/** One website with a year of hours and days. */
async function addYear({ db }: PersonContext, dataDir: string): Promise<string> {
  const { id } = await db.selectFrom("websites").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  await db
    .insertInto("checks")
    .values({
      id: "check",
      kind: "http",
      targetType: "website",
      targetId: id,
      label: "Seite",
      address: "a:443",
      intervalS: 60,
      timeoutMs: 10_000,
      revision: 1,
      config: "{}",
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
    })
    .execute();
  const store = openStore(storeFile(dataDir));
  const target = { type: "website", id } as const;
  store.schedule.apply(
    [
      {
        id: "check",
        kind: "http",
        target,
        address: "a:443",
        intervalS: 60,
        timeoutMs: 10_000,
        priority: 5,
        isActive: true,
        isRemoved: false,
        config: "{}",
        secret: null,
        quietFrom: null,
        quietUntil: null,
        askedAt: null,
        revision: 1,
      },
    ],
    Date.now(),
    () => 0,
  );
  const ok: Bucket = {
    spans: { ...noSpans(), ok: 3500, failed: 100 },
    count: 60,
    averages: [4, 30, 60, 180, 290],
    p95: 360,
    max: 410,
  };
  const hours = store.sqlite.prepare("insert into hours values (?, ?)");
  const days = store.sqlite.prepare("insert into days values (?, ?)");
  const today = Math.floor(Date.now() / 86_400_000);
  const month = new Date().getUTCFullYear() * 12 + new Date().getUTCMonth();
  for (let day = 0; day < 396; day += 1)
    hours.run(keyOf(1, today - day), packBuckets(new Map(Array.from({ length: 24 }, (_, hour) => [hour, ok]))));
  for (let back = 0; back < 14; back += 1)
    days.run(keyOf(1, month - back), packBuckets(new Map(Array.from({ length: 28 }, (_, day) => [day + 1, ok]))));
  store.close();
  return id;
}
