import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { noSpans } from "../../../contract/checks/uptime.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import { type Bucket, packBuckets } from "../../../server/checks/store/buckets.ts";
import { keyOf } from "../../../server/checks/store/open-store.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import type { Row } from "../table.ts";
import { judged } from "./judged.ts";

const hourS = 3600;
const dayS = 24 * hourS;
const begunS = Math.floor(Date.parse("2026-10-01T00:00:00Z") / 1000);
const around = (middle: number, width: number) => Math.max(0, Math.round(middle + (Math.random() - 0.5) * width));

/** Bytes on disk of a result, and what summing up costs with thirty days of 10,000 checks behind it. */
export async function measureStorage(): Promise<Row[]> {
  return [await measureBytes(), await measureRollUp(), await measureFromScratch()];
}

async function measureBytes(): Promise<Row> {
  const checks = 200;
  const hours = 72;
  return inStore((store) => {
    addChecks(store, checks);
    for (let hour = 0; hour < hours; hour += 1) {
      addHour(store, checks, begunS + hour * hourS);
      rollAll(store, begunS + (hour + 1) * hourS);
    }
    store.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const pages = Number(store.sqlite.pragma("page_count", { simple: true }));
    const free = Number(store.sqlite.pragma("freelist_count", { simple: true }));
    const bytes = ((pages - free) * 4096) / (checks * hours * 60);
    return {
      what: "Platz je Ergebnis mit fünf Phasen, samt Stunden, Tagen und Zeitplan",
      measured: `${bytes.toFixed(2)} Bytes`,
      limit: "8 Bytes",
      ...judged(bytes / 8),
    };
  });
}

async function measureRollUp(): Promise<Row> {
  const checks = 10_000;
  return inStore((store) => {
    addChecks(store, checks, begunS + 30 * dayS);
    fillHours(store, checks);
    addHour(store, checks, begunS + 30 * dayS);
    const { seconds, maxStallMs } = rollAll(store, begunS + 30 * dayS + hourS);
    return {
      what: "Eine Stunde von 10.000 Prüfungen aufsummieren, 30 Tage davor, ein Zehntel mit Ausfällen (längster Abschnitt)",
      measured: `${seconds.toFixed(1)} s (${maxStallMs.toFixed(0)} ms)`,
      limit: "60 s",
      ...judged(seconds / 60),
    };
  });
}

/**
 * Thirty days of which nothing has been summed up. 432 million results of 10,000 checks would fill the disk before they
 * could be measured: it is done for fifty checks, and what that takes is taken 200 times.
 */
async function measureFromScratch(): Promise<Row> {
  const checks = 50;
  const share = 10_000 / checks;
  return inStore((store) => {
    addChecks(store, checks);
    for (let hour = 0; hour < 30 * 24; hour += 1) addHour(store, checks, begunS + hour * hourS);
    const { seconds, maxStallMs } = rollAll(store, begunS + 30 * dayS);
    const minutes = (seconds * share) / 60;
    return {
      what: "30 Tage von 10.000 Prüfungen von Anfang an aufsummieren, nach 50 davon (längster Abschnitt)",
      measured: `${minutes.toFixed(0)} min (${maxStallMs.toFixed(0)} ms)`,
      limit: "12 h",
      ...judged(minutes / (12 * 60)),
    };
  });
}

async function inStore(measure: (store: Store) => Row): Promise<Row> {
  const folder = mkdtempSync(path.join(tmpdir(), "techcenter-bench-"));
  const store = openStore(path.join(folder, "checks.sqlite"));
  try {
    return measure(store);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function addChecks(store: Store, count: number, atS = begunS): void {
  const wanted = Array.from({ length: count }, (_, index) => ({
    id: `check-${index}`,
    kind: "http" as const,
    target: { type: "website" as const, id: `site-${index}` },
    address: `host-${index}:443`,
    intervalS: 60,
    timeoutMs: 10_000,
    priority: 5,
    isActive: true,
    isRemoved: false,
    config: JSON.stringify({ url: `https://host-${index}/` }),
    secret: null,
    quietFrom: null,
    quietUntil: null,
    askedAt: null,
    revision: 1,
  }));
  store.schedule.apply(wanted, atS * 1000, () => 0);
}

function addHour({ sqlite }: Store, checks: number, fromS: number): void {
  const insert = sqlite.prepare("insert into results values (?, ?, 0, 60, 200, ?, ?, ?, ?, ?)");
  sqlite.transaction(() => {
    for (let no = 1; no <= checks; no += 1) {
      const base = 20 + (no % 50);
      for (let minute = 0; minute < 60; minute += 1) {
        const phases = [around(4, 8), around(base, 14), around(2 * base, 20), around(4 * base, 120)];
        const total = phases.reduce((sum, value) => sum + value, around(10, 14));
        insert.run(no, fromS + minute * 60 + around(1, 2), ...phases, total);
      }
    }
  })();
}

/** Thirty days of hours and their month, as if they had been summed up one by one; every tenth check has failed once. */
function fillHours({ sqlite }: Store, checks: number): void {
  const bucket: Bucket = {
    spans: { ...noSpans(), ok: 3600 },
    count: 60,
    averages: [4, 30, 60, 180, 290],
    p95: 360,
    max: 410,
  };
  const day = packBuckets(new Map(Array.from({ length: 24 }, (_, hour) => [hour, bucket])));
  const month = packBuckets(new Map(Array.from({ length: 30 }, (_, date) => [date + 1, bucket])));
  const putHours = sqlite.prepare("insert into hours values (?, ?)");
  const putDays = sqlite.prepare("insert into days values (?, ?)");
  const setUptime = sqlite.prepare("update schedule set uptime = ? where no = ?");
  const firstDay = Math.floor(begunS / dayS);
  const begun = new Date(begunS * secondMs);
  const firstMonth = begun.getUTCFullYear() * 12 + begun.getUTCMonth();
  sqlite.transaction(() => {
    for (let no = 1; no <= checks; no += 1) {
      for (let at = 0; at < 30; at += 1) putHours.run(keyOf(no, firstDay + at), day);
      putDays.run(keyOf(no, firstMonth), month);
      setUptime.run(no % 10 === 0 ? 9990 : 10_000, no);
    }
  })();
}

function rollAll(store: Store, untilS: number): { seconds: number; maxStallMs: number } {
  const begun = performance.now();
  let maxStallMs = 0;
  for (;;) {
    const before = performance.now();
    const done = store.rollUp.rollUp(untilS + 200, 25);
    maxStallMs = Math.max(maxStallMs, performance.now() - before);
    if (done < 25) return { seconds: (performance.now() - begun) / 1000, maxStallMs };
  }
}
