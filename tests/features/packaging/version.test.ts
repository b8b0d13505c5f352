import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { buildVersion } from "../../../scripts/package/version.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

it("an archive has the version of package.json at the commit that gave it, and a name of its own at any later one", () => {
  const root = temporaryFolder("project");
  const write = (version: string, scripts = {}) =>
    writeFileSync(path.join(root, "package.json"), JSON.stringify({ name: "portal", version, scripts }, null, 2));
  const who = ["-c", "user.name=Jana", "-c", "user.email=jana@agentur.example"];
  const git = (...args: string[]) => spawnSync("git", [...who, ...args], { cwd: root, encoding: "utf8" }).stdout.trim();
  const commit = (subject: string) => git("commit", "--quiet", "--all", "--message", subject);
  write("1.0.0");
  expect(buildVersion(root, "")).toBe("1.0.0");
  expect(buildVersion(root, "1a2b3c4d5e6f")).toBe("1.0.0-g1a2b3c4d");
  git("init", "--quiet");
  git("add", ".");
  commit("release 1.0.0");
  expect(buildVersion(root, "1a2b3c4d5e6f")).toBe("1.0.0");
  write("1.0.0", { start: "node" });
  commit("start");
  write("1.0.0", { start: "node", test: "vitest" });
  commit("test");
  expect(buildVersion(root)).toBe(`1.0.0-2-g${git("rev-parse", "--short=8", "HEAD")}`);
  write("1.1.0", { start: "node" });
  commit("release 1.1.0");
  expect(buildVersion(root)).toBe("1.1.0");
});
