import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { signalTree } from "../portal/process-tree.ts";
import { removeFolder } from "../temporary-folders.ts";

const run = promisify(execFile);
const debian = "/usr/lib/postgresql";

/** Where the newest server of Debian's lies that the portal can use; undefined where there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 15));
  const programs = path.join(debian, String(newest), "bin");
  return existsSync(path.join(programs, "postgres")) ? programs : undefined;
}

export interface PostgresServer {
  /** Where its socket lies. */
  folder: string;
  /** Ends it as a host does that restarts, or at once as in a crash; what it holds stays. */
  halt(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  resume(): Promise<void>;
  /** Holds it without ending it: it takes connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The URL of a database of the server whose socket lies in a folder. */
export const postgresUrl = (folder: string, database: string) =>
  `postgres://techcenter@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Postgres and PgBouncer refuse to run as root; any other account has the right to its own folder. */
export const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Copies the data of a server that does not run, with whom its files belong to. */
export const copyData = (from: string, to: string) => run("cp", ["-a", "--reflink=auto", from, to]);

/** Where the data of a server lie. */
export const dataOf = (folder: string) => path.join(folder, "data");

/**
 * A server of its own behind a socket in a folder of its own; what it holds goes with it. It begins with a copy of the data
 * of another one, or with nothing.
 */
export async function startPostgres(
  programs: string,
  given: Record<string, string> = {},
  from?: string,
): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "postgres-"));
  const data = dataOf(folder);
  if (account) chownSync(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const cluster = ["-D", data, "-U", "techcenter", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await (from ? copyData(from, data) : run(path.join(programs, "initdb"), cluster, options));
  const settings = Object.entries({
    listen_addresses: "",
    unix_socket_directories: folder,
    max_connections: "400",
    // Nothing has to outlive the test.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // As compose has it: compiling a question takes longer than to answer it.
    jit: "off",
    ...given,
  });
  const set = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const launch = async () => {
    const launched = spawn(path.join(programs, "postgres"), ["-D", data, ...set], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(launched);
    return launched;
  };
  let server = await launch();
  const halt: PostgresServer["halt"] = async (signal = "SIGINT") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  };
  return {
    folder,
    halt,
    async resume() {
      server = await launch();
    },
    freeze: () => void signalTree(server.pid, "SIGSTOP"),
    thaw: () => void signalTree(server.pid, "SIGCONT"),
    async stop() {
      await halt();
      removeFolder(folder);
    },
  };
}

function untilReady(server: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error(said)));
    server.stderr?.on("data", (text) => {
      said = (said + text).slice(-4000);
      if (said.includes("database system is ready to accept connections")) resolve();
    });
  });
}
