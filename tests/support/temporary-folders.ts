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

/** Removes what the test file has made; `setup-files.ts` calls it. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
