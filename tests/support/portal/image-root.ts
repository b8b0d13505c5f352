import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const packaging = path.resolve(import.meta.dirname, "../../../packaging");
const dockerfile = path.join(packaging, "Dockerfile");

/** How Docker mounts the `/tmp` of the compose file: with flags of its own, which the file may take back. */
export function temporaryMount(): string {
  const [, options = ""] =
    /^ *tmpfs: \["\/tmp:(.*)"\]$/m.exec(readFileSync(path.join(packaging, "compose.yaml"), "utf8")) ?? [];
  return `nosuid,nodev,noexec,${options}`;
}

interface Step {
  name: string;
  text: string;
}

/** The instructions of the last stage, each on one line. */
function lastStage(): Step[] {
  const lines = readFileSync(dockerfile, "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, " ")
    .split("\n");
  const steps = lines.flatMap((line) => {
    const [, name, text = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return name ? [{ name, text }] : [];
  });
  return steps.slice(steps.findLastIndex(({ name }) => name === "FROM") + 1);
}

export interface ImageRoot {
  folder: string;
  /** Runs a command as a container would, with its root read-only and /data and /tmp of its own. */
  run(...command: string[]): { status: number | null; stdout: string; stderr: string };
  /** What HEALTHCHECK says, beside what runs. */
  health(env: Record<string, string>): number | null;
  /** Starts entry point and command as the first process, and ends them by the signal of STOPSIGNAL. */
  start(env: Record<string, string>): Promise<{ pid: number; stop(): Promise<number> }>;
  remove(): void;
}

/** Goes through the steps of the image in a copy of a root that debootstrap has made, since no daemon may be at hand. */
export function buildImageRoot(debianRoot: string, archives: readonly string[]): ImageRoot {
  const folder = mkdtempSync(path.join(tmpdir(), "image-"));
  const root = path.join(folder, "root");
  spawnSync("cp", ["-a", debianRoot, root]);
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    TEMPORARY_MOUNT: temporaryMount(),
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  };
  const said: Record<string, string> = {};
  for (const { name, text } of lastStage()) {
    if (name === "RUN") {
      const inside = ["-m", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" /bin/sh -c "$1"', root, text];
      const ran = spawnSync("unshare", inside, {
        encoding: "utf8",
        env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
      });
      if (ran.status !== 0) throw new Error(`RUN ${text}: ${ran.stderr}`);
    } else if (name === "COPY") {
      const [from, to = ""] = text.split(" ").slice(-2);
      if (from !== "/unpacked") throw new Error(`COPY ${text} is not known here`);
      mkdirSync(path.join(root, to), { recursive: true });
      for (const archive of archives)
        spawnSync("tar", ["-xzf", archive, "-C", path.join(root, to), "--strip-components=1", "--no-same-owner"]);
    } else if (name === "ENV")
      Object.assign(env, Object.fromEntries(text.split(" ").map((pair) => pair.split("=") as [string, string])));
    else said[name] = text;
  }
  const list = (text = "[]") => JSON.parse(text) as string[];
  const data = path.join(folder, "data");
  spawnSync("cp", ["-a", path.join(root, said.VOLUME ?? ""), data]);
  const confine =
    'mount --bind "$0" "$0" && mount --bind "$1" "$0/data" && mount -t tmpfs -o "$TEMPORARY_MOUNT" tmpfs "$0/tmp" && mount -t proc proc "$0/proc" && mount -o remount,bind,ro "$0"';
  const contain = (command: readonly string[]) => [
    "-m",
    "-p",
    "-f",
    "sh",
    "-c",
    `${confine} && root=$0 && shift && exec chroot --userspec=${said.USER} "$root" "$@"`,
    root,
    data,
    ...command,
  ];
  return {
    folder: root,
    run: (...command) => spawnSync("unshare", contain(command), { encoding: "utf8", env }),
    health: (own) =>
      spawnSync("unshare", contain(list(/CMD (.*)$/.exec(said.HEALTHCHECK ?? "")?.[1])), { env: { ...env, ...own } })
        .status,
    start(own) {
      const child = spawn("unshare", contain([...list(said.ENTRYPOINT), ...list(said.CMD)]), {
        env: { ...env, ...own },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return running(child, (said.STOPSIGNAL ?? "SIGTERM") as NodeJS.Signals);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function running(child: ChildProcess, signal: NodeJS.Signals): Promise<{ pid: number; stop(): Promise<number> }> {
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
  let said = "";
  child.stdout?.resume();
  return new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the container ended with ${code}: ${said}`)));
    child.stderr?.on("data", (text) => {
      said += text;
      if (!/läuft: \S+\n/.test(said)) return;
      // The first process of the container as this side sees it.
      const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
      const stop = () => {
        process.kill(pid, signal);
        return ended;
      };
      resolve({ pid, stop });
    });
  });
}
