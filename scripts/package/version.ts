import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The version of package.json; from the first commit after the one that gave it, with how many there are and which is the
 * last, so that an archive never unpacks over one of another commit. Outside a git repository it is the version with the commit
 * that `TECHCENTER_COMMIT` names, as an image is built, else alone.
 */
export function buildVersion(root: string, commit = process.env.TECHCENTER_COMMIT): string {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  if (commit && git("rev-parse", "--is-inside-work-tree") !== "true") return `${version}-g${commit.slice(0, 8)}`;
  const released = git("log", "-1", "--format=%H", '-G^  "version":', "--", "package.json");
  const count = released ? git("rev-list", "--count", `${released}..HEAD`) : "0";
  return count === "0" ? version : `${version}-${count}-g${git("rev-parse", "--short=8", "HEAD")}`;
}
