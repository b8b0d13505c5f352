import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { removeFolder } from "../temporary-folders.ts";
import { account } from "./postgres.ts";

const debian = "/usr/sbin/pgbouncer";

/** Where Debian's PgBouncer lies; undefined where it is not installed. */
export const findPgbouncer = (): string | undefined => (existsSync(debian) ? debian : undefined);

export interface Pooler {
  /** The URL of a database of the server behind it. */
  urlOf(database: string): string;
  /** Ends it as a crash does. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** A PgBouncer before a server, in transaction mode, with fewer connections than a portal opens by itself. */
export async function startPgbouncer(program: string, server: { folder: string }): Promise<Pooler> {
  const folder = mkdtempSync(path.join(tmpdir(), "pgbouncer-"));
  const [config, users] = [path.join(folder, "pgbouncer.ini"), path.join(folder, "users.txt")];
  const settings = Object.entries({
    listen_port: 6432,
    unix_socket_dir: folder,
    auth_type: "trust",
    auth_file: users,
    pool_mode: "transaction",
    max_client_conn: 200,
    default_pool_size: 4,
    stats_users: "techcenter",
  });
  const lines = ["[databases]", `* = host=${server.folder}`, "[pgbouncer]"];
  writeFileSync(config, [...lines, ...settings.map(([name, value]) => `${name} = ${value}`), ""].join("\n"));
  writeFileSync(users, '"techcenter" ""\n');
  if (account) for (const owned of [folder, config, users]) chownSync(owned, account.uid, account.gid);
  const launch = async () => {
    const launched = spawn(program, [config], { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      launched.once("error", reject);
      launched.once("exit", () => reject(new Error(said.join("\n"))));
      createInterface({ input: launched.stderr }).on("line", (line) => {
        said.push(line);
        if (line.includes("process up")) resolve();
      });
    });
    return launched;
  };
  let pooler = await launch();
  const halt = async () => {
    if (pooler.exitCode !== null || pooler.signalCode !== null) return;
    pooler.kill("SIGKILL");
    await once(pooler, "exit");
  };
  return {
    urlOf: (database) => `postgres://techcenter@localhost:6432/${database}?host=${encodeURIComponent(folder)}`,
    halt,
    async resume() {
      pooler = await launch();
    },
    async stop() {
      await halt();
      removeFolder(folder);
    },
  };
}
