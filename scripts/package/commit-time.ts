import { spawnSync } from "node:child_process";

/** Of sources without their history, or where there is no git, such as in the image that packs. */
const unknown = new Date("2000-01-01T00:00:00.000Z");

/** When the commit was made that is packed: archives of the same commit are the same, whenever they are made. */
export function commitTime(root: string, env: NodeJS.ProcessEnv = process.env): Date {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8", env });
  const seconds = Number((stdout ?? "").trim());
  return seconds > 0 ? new Date(seconds * 1000) : unknown;
}
