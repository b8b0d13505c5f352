import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openJobs, startJobs } from "../../../server/jobs/runner.ts";
import { createLog } from "../../../server/log.ts";
import { openEnding, stopLimitMs } from "../../../server/portal/ending.ts";
import { openOffice } from "../../support/office.ts";

const log = createLog("silent");

/** An end whose exit code is waited for. */
function anEnding(stop: () => Promise<void>, limitMs?: number) {
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  return { ...openEnding({ stop, log, exit, ...(limitMs && { limitMs }) }), exited };
}

it("a job that never ends does not keep the process alive, and it ends with the code it was asked for", async () => {
  const office = await openOffice();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const jobs = openJobs([
    {
      name: "hanging",
      everyMs: 0,
      run: () => {
        begin();
        return new Promise(() => undefined);
      },
    },
  ]);
  const worker = startJobs({ ...office.services, jobs });
  await begun;
  const ending = anEnding(() => worker.stop(), 20);
  void ending.end(75);
  expect(await ending.exited).toBe(75);
});

it("what fails while stopping ends the process as well", async () => {
  const ending = anEnding(() => Promise.reject(new Error("the disk is gone")));
  void ending.end(75);
  expect(await ending.exited).toBe(75);
});

it("a second signal ends it at once, and the echo of the first one does not", async () => {
  const ending = anEnding(() => new Promise(() => undefined));
  const codes: number[] = [];
  void ending.exited.then((code) => codes.push(code));
  ending.signal("SIGINT", 0);
  ending.signal("SIGINT", 300);
  await Promise.resolve();
  expect(codes).toEqual([]);
  ending.signal("SIGINT", 3000);
  expect(await ending.exited).toBe(1);
});

it("who stops a portal that is about to restart has it stopped", async () => {
  const { promise: stopped, resolve: finish } = Promise.withResolvers<void>();
  const ending = anEnding(() => stopped);
  void ending.end(75);
  ending.signal("SIGTERM");
  finish();
  expect(await ending.exited).toBe(0);
});

it.each([
  ["techcenter.service", /^TimeoutStopSec=(\d+)$/m],
  ["compose.yaml", /^ *stop_grace_period: (\d+)s$/m],
])("whatever hangs, the portal ends by itself before %s has it killed", (file, pattern) => {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../../packaging", file), "utf8");
  const [, seconds] = pattern.exec(text) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(stopLimitMs + 5000);
});
