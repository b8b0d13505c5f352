import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { commitTime } from "../../../scripts/package/commit-time.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;
const unknown = "2000-01-01T00:00:00.000Z";

it("what is packed without git, or without its history, is as old as everything that is", () => {
  const folder = temporaryFolder("sources");
  expect(commitTime(folder, { ...process.env, PATH: folder }).toISOString()).toBe(unknown);
  expect(commitTime(folder).toISOString()).toBe(unknown);
});

it.skipIf(!hasGit)("what is packed from a commit is as old as that", () => {
  const folder = temporaryFolder("sources");
  const who = ["-c", "user.name=Malte Kern", "-c", "user.email=malte@agentur.example"];
  const env = { ...process.env, GIT_COMMITTER_DATE: "2026-11-20T09:00:00Z" };
  writeFileSync(path.join(folder, "LICENSE"), "");
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "first"],
  ])
    expect(spawnSync("git", args, { cwd: folder, env }).status).toBe(0);
  expect(commitTime(folder).toISOString()).toBe("2026-11-20T09:00:00.000Z");
});
