import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

export interface BrowserPaths {
  /** The file of the browser; otherwise one is looked for in `folders` (as in PATH), then in the packages. */
  chromiumPath: string | undefined;
  folders: string;
}

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The Chromium that is named or installed; undefined where there is none, and the packaged one remains. */
export function findInstalledChromium({ chromiumPath, folders }: BrowserPaths): string | undefined {
  return chromiumPath ?? findProgram(names, folders);
}

/** The first of these programs that one of the folders has. */
export function findProgram(programs: readonly string[], folders: string): string | undefined {
  const paths = folders.split(delimiter).filter(Boolean);
  return programs.flatMap((name) => paths.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/** A start from source fetches the browser last, into a folder of its own among the packages. */
const fetchedLast = join(import.meta.dirname, "../../node_modules/.browser");

/** The program of the package that holds the browser; undefined where it is left out, as it may be. */
export function packagedChromiumEntry(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@sparticuz/chromium", { paths: [import.meta.dirname, fetchedLast] });
  } catch {
    return undefined;
  }
}

/** A file of the browser among the packages. */
export function packagedChromiumFile(name: string): string | undefined {
  const entry = packagedChromiumEntry();
  const file = entry && join(dirname(entry), "..", "bin", name);
  return file && existsSync(file) ? file : undefined;
}

/** Whether there is a browser at all; whether it runs shows only when it is started. */
export function hasChromium(paths: BrowserPaths): boolean {
  const installed = findInstalledChromium(paths);
  return installed === undefined ? packagedChromiumFile("chromium.br") !== undefined : existsSync(installed);
}
