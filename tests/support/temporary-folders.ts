import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const folders: string[] = [];

/** A folder of the test file's own, which is removed after its last test. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `techcenter-${name}-`));
  folders.push(folder);
  return folder;
}

/** Removes what the test file has made; `each-file.ts` calls it. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) removeFolder(folder);
}

/** Removes a folder, whatever a process that is just ending still writes into it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
