import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "../../../contract/time/durations.ts";
import { startWorker, wakeWorkers } from "../../../server/db/wake.ts";
import { createLog } from "../../../server/log.ts";
import { openOffice } from "../../support/office.ts";

let runs: number;
let worker: ReturnType<typeof startWorker>;
let db: Parameters<typeof startWorker>[0]["db"];

/** Starts a worker whose first run fails. */
beforeEach(async () => {
  ({ db } = (await openOffice()).services);
  vi.useFakeTimers();
  runs = 0;
  worker = startWorker(
    { db, log: createLog("silent") },
    {
      worker: "lookups",
      failure: "the test's worker failed",
      async run() {
        runs += 1;
        if (runs === 1) throw new Error("database is locked");
        return undefined;
      },
    },
  );
});
afterEach(async () => {
  await worker.stop();
  vi.useRealTimers();
});

it("a worker whose run has failed tries again by itself after a minute, once", async () => {
  await vi.advanceTimersByTimeAsync(minuteMs - 1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(runs).toBe(2);
});

it("a worker whose run has failed is still woken by new work at once", async () => {
  await vi.advanceTimersByTimeAsync(0);
  wakeWorkers(db, ["lookups"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(runs).toBe(2);
});

it("a worker that is stopped tries nothing again", async () => {
  await vi.advanceTimersByTimeAsync(0);
  await worker.stop();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(runs).toBe(1);
});

it("a worker learns for which records it is woken, and of those of a run that failed once more", async () => {
  const rounds: string[][] = [];
  const other = startWorker(
    { db, log: createLog("silent") },
    {
      worker: "previews",
      failure: "the test's worker failed",
      waits: true,
      async run(_isStopped, ids) {
        rounds.push([...ids]);
        if (rounds.length === 1) throw new Error("database is locked");
        return undefined;
      },
    },
  );
  wakeWorkers(db, ["previews"], new Map([["previews", ["a", "b"]]]));
  await vi.advanceTimersByTimeAsync(0);
  wakeWorkers(db, ["previews"], new Map([["previews", ["c"]]]));
  await vi.advanceTimersByTimeAsync(0);
  wakeWorkers(db, ["previews"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toEqual([["a", "b"], ["a", "b", "c"], []]);
  await other.stop();
});
