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

/** A process that computes for a moment, and does nothing else. */
function compute(): void {
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(
    script,
    "function sumUp() { let sum = 0; for (const until = Date.now() + 300; Date.now() < until; ) sum += 1; return sum; } sumUp();",
  );
  execFileSync(process.execPath, [...profileArguments(), script]);
}

const rowOf = (what: string) => rowAtMost(what, 1, { most: 1, unit: "ms" });

it("takes no profile of its own accord", () => {
  expect(profileArguments()).toEqual([]);
});

it("tells what a row cost that a process computed meanwhile, and nothing of a row of another time", async () => {
  const profiled = await profileCase("recording-test", async () => {
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
  await expect(profileCase("recording-test", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(profileArguments()).toEqual([]);
});
