import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const ofBuild = /^build\.(\d+)(\.former)?$/;

/** Removes what builds have left in a project whose process is gone; a build that still runs keeps its own. */
export function removeKilledBuilds(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid] = ofBuild.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's, which may not be asked, is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
