import { existsSync, realpathSync } from "node:fs";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { BrowserOff } from "./browser-problem.ts";
import { findProgram } from "./find-chromium.ts";

/** An account without a name, beyond those that systems give away: nothing on the machine belongs to it. */
const browserUid = 64_717;
const prefixOfHomes = "techcenter-browser-";

export interface Confined {
  /** What is run, and its arguments before those of the browser. */
  program: string;
  prefix: readonly string[];
  /** A folder of the browser's own; everything else that it could write is closed. */
  home: string;
  remove(): Promise<void>;
}

interface Options {
  executable: string;
  /** Where programs are looked for. */
  folders: string;
  /** What the browser must not see. */
  dataDir: string;
  /** The account that runs the portal; told apart for tests. */
  uid?: number | undefined;
}

/**
 * Separates the browser from the portal, beside its own sandbox: a portal that runs as root starts it as an account that
 * owns nothing, another one in namespaces of its own, in which the portal's data and processes do not exist. Throws
 * BrowserOff where neither is possible.
 */
export async function confineBrowser({ executable, folders, dataDir, ...given }: Options): Promise<Confined> {
  const uid = given.uid ?? process.getuid?.() ?? 0;
  const missing = whatConfinementLacks(folders, uid);
  if (missing) throw new BrowserOff(missing);
  const setpriv = findProgram(["setpriv"], folders);
  const unshare = findProgram(["unshare"], folders);
  await removeLeftovers();
  const home = await mkdtemp(path.join(tmpdir(), `${prefixOfHomes}${process.pid}-`));
  // Its processes may still be ending, and write meanwhile.
  const remove = () => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  if (uid !== 0) {
    const hidden = hiddenFolders([homedir(), dataDir], [executable, home]);
    return { program: unshare ?? "", prefix: namespaces(hidden, unshare ?? ""), home, remove };
  }
  await chown(home, browserUid, browserUid);
  const account = [`--reuid=${browserUid}`, `--regid=${browserUid}`, "--clear-groups"];
  const rights = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
  return { program: setpriv ?? "", prefix: [...account, ...rights, "--", executable], home, remove };

  function namespaces(covered: readonly string[], again: string): string[] {
    const ids = [`--map-user=${uid}`, `--map-group=${process.getgid?.() ?? uid}`];
    // Empty file systems lie over what is hidden; the second step gives up the right to take them away.
    const script = `for f in ${covered.map(quote).join(" ")}; do mount -t tmpfs -o size=0,mode=0 none "$f" || exit 1; done; exec "$@"`;
    return [
      "--user",
      "--map-root-user",
      "--mount",
      "--pid",
      "--fork",
      "--kill-child",
      "--mount-proc",
      "--",
      "sh",
      "-c",
      script,
      "sh",
      again,
      "--user",
      ...ids,
      "--",
      executable,
    ];
  }
}

/** Why a browser cannot be confined here; undefined where it can, as far as that shows without starting one. */
export function whatConfinementLacks(folders: string, uid = process.getuid?.()): "system" | "tools" | undefined {
  if (process.platform !== "linux") return "system";
  return findProgram([uid === 0 ? "setpriv" : "unshare"], folders) ? undefined : "tools";
}

/** Folders of processes that were killed, and could not remove them. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefixOfHomes}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Those of the folders that exist, hold none of what is needed, and lie in none of the others. */
function hiddenFolders(folders: readonly string[], needed: readonly string[]): string[] {
  const isWithin = (file: string, folder: string) => file === folder || file.startsWith(`${folder}${path.sep}`);
  const real = [...new Set(folders.filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder)))]
    .filter((folder) => folder !== path.parse(folder).root)
    .filter((folder) => !needed.some((file) => isWithin(realpathSync(file), folder)));
  return real.filter((folder) => !real.some((other) => other !== folder && isWithin(folder, other)));
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
