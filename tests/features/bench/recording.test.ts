import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { during, profileArguments, profileCase } from "../../../scripts/bench/profile/recording.ts";
import { rowAtMost } from "../../../scripts/bench/table.ts";

const folder = mkdtempSync(path.join(tmpdir(), "techcenter-recording-"));
const folders = [folder];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const script = path.join(folder, "node_modules/busy-package/index.cjs");

/** Profiles lie in one folder for all who measure on this host. */
const name = `recording-test-${process.pid}`;

/** A process that computes for a moment, and does nothing else. */
function compute(): void {
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(
    script,
    `function sumUp() {
      let sum = 0;
      const until = process.cpuUsage().user + 300_000;
      while (process.cpuUsage().user < until) for (let number = 0; number < 1e6; number += 1) sum += number;
      return sum;
    }
    sumUp();`,
  );
  execFileSync(process.execPath, [...profileArguments(), script]);
}

const rowOf = (what: string) => rowAtMost(what, 1, { most: 1, unit: "ms" });

it("takes no profile of its own accord", () => {
  expect(profileArguments()).toEqual([]);
});

it("tells what a row cost that a process computed meanwhile, and nothing of a row of another time", async () => {
  const profiled = await profileCase(name, async () => {
    await during("davor", async () => undefined);
    await during("gerechnet", async () => compute());
    return [rowOf("davor"), rowOf("gerechnet")];
  });
  folders.push(profiled.folder);
  expect(existsSync(profiled.folder)).toBe(true);
  expect(profiled.costs.get("davor")).toEqual([]);
  expect(profiled.costs.get("gerechnet")).toEqual([expect.stringMatching(/^Portal: busy-package \d+ % \(sumUp\)/)]);
  expect(profileArguments()).toEqual([]);
});

it("takes no profile any more after a case that failed", async () => {
  await expect(profileCase(name, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(profileArguments()).toEqual([]);
});
