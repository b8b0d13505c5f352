import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const libraries = "/lib/x86_64-linux-gnu";
const loader = "/lib64/ld-linux-x86-64.so.2";

/** Why nothing can be unpacked into a root of its own here; undefined where it can. */
export function whyNoRoot(): string | undefined {
  if (process.arch !== "x64" || !existsSync(loader)) return "needs glibc on x64";
  if (process.getuid?.() !== 0) return "needs root";
  if (!existsSync("/usr/bin/busybox") && !existsSync("/bin/busybox")) return "needs busybox";
  return spawnSync("unshare", ["-m", "true"]).status === 0 ? undefined : "needs mounts of its own";
}

/** Makes the archives by `npm run package`; throws with what it says when something is wrong with them. */
export function packPortal(): { folder: string; portal: string; chromium: string | undefined } {
  const folder = mkdtempSync(path.join(tmpdir(), "packed-"));
  const script = path.join(root, "scripts/package.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: "utf8",
    // No registry is asked for what it knows against the packages.
    env: { ...process.env, npm_config_offline: "true" },
  });
  if (status !== 0) throw new Error(stdout + stderr);
  const archives = globSync("*.tar.gz", { cwd: folder }).map((name) => path.join(folder, name));
  const isChromium = (name: string) => name.includes("-chromium-");
  const [portal = ""] = archives.filter((name) => !isChromium(name));
  return { folder, portal, chromium: archives.find(isChromium) };
}

export interface BareRoot {
  folder: string;
  /** As root of a host whose umask closes what it makes to everybody else. */
  unpack(archive: string): void;
  /** Runs the packed program to its end. */
  run(...args: string[]): { status: number | null; stdout: string; stderr: string };
  /** Starts the packed portal; resolves with what it tells at the terminal, with the link to set up where it is empty. */
  start(
    env: Record<string, string>,
    options?: { isEmpty?: boolean },
  ): Promise<{ url: string; setUpUrl: string | undefined; stop(): Promise<number> }>;
  removeLibc(): void;
  remove(): void;
}

/** A root with glibc, busybox and nothing else: no Node, no compiler, no C++ library, no certificates. */
export function openBareRoot(): BareRoot {
  const folder = mkdtempSync(path.join(tmpdir(), "bare-root-"));
  for (const name of ["bin", "dev", "lib64", libraries, "opt", "proc", "tmp"])
    mkdirSync(path.join(folder, name), { recursive: true });
  const busybox = ["/usr/bin/busybox", "/bin/busybox"].find((file) => existsSync(file)) ?? "";
  copyFileSync(busybox, path.join(folder, "bin/busybox"));
  for (const name of ["c", "m", "dl", "pthread", "rt", "resolv"].flatMap((short) =>
    globSync(`lib${short}.so.*`, { cwd: libraries }),
  ))
    copyFileSync(realpathSync(path.join(libraries, name)), path.join(folder, libraries, name));
  copyFileSync(realpathSync(loader), path.join(folder, loader));
  spawnSync("chroot", [folder, "/bin/busybox", "--install", "-s", "/bin"]);
  spawnSync("mknod", ["-m", "666", path.join(folder, "dev/null"), "c", "1", "3"]);
  const program = () => `/opt/${globSync("techcenter-*/techcenter", { cwd: path.join(folder, "opt") })[0]}`;
  const inside = (args: string[]) => [
    "-m",
    "sh",
    "-c",
    'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"',
    folder,
    "/bin/sh",
    program(),
    ...args,
  ];
  const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  return {
    folder,
    unpack: (archive) =>
      void spawnSync("sh", ["-c", 'umask 077 && exec tar -xzf "$0" -C "$1"', archive, path.join(folder, "opt")]),
    run: (...args) => spawnSync("unshare", inside(args), { encoding: "utf8", env: { ...process.env, ...environment } }),
    start(env, { isEmpty = false } = {}) {
      const child = spawn("unshare", inside(["start"]), {
        env: { ...process.env, ...environment, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
      let said = "";
      child.stdout.resume();
      return new Promise((resolve, reject) => {
        void ended.then((code) => reject(new Error(`the portal ended with ${code}: ${said}`)));
        const stop = () => {
          child.kill("SIGTERM");
          return ended;
        };
        const tell = () => {
          const url = /läuft: (\S+)\n/.exec(said)?.[1];
          const setUpUrl = /\(einmal gültig\): (\S+)\n/.exec(said)?.[1];
          if (url && (setUpUrl || !isEmpty)) resolve({ url, setUpUrl, stop });
        };
        child.stderr.on("data", (text) => {
          said += text;
          tell();
        });
      });
    },
    removeLibc: () => rmSync(path.join(folder, loader)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
