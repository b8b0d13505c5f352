import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder on a disk of its own that can really be full. */
export interface SmallDisk {
  folder: string;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  remove(): void;
}

/** Undefined where this process may not mount anything. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "small-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill() {
      for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 4)) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: "a" });
        } catch (error) {
          if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
        }
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
