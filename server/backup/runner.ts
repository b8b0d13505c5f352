import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import { removeWork } from "./work-folder.ts";

/** What somebody has confirmed: that the target of a refusal becomes this portal's. */
export interface TakeOver {
  /** The id of the refusal. */
  refusal: string;
  /** Undefined for whoever types commands at the host. */
  byId: string | undefined;
}

/** Runs what was claimed in a process of its own, so that copying and encrypting never stalls the portal. */
export interface BackupRunner {
  /** Where uploads lie. */
  store: "folder" | "s3";
  start(order: { id: string; kind: "backup" | "test"; takesOver?: TakeOver | undefined }): void;
  /** Ends one run, where it is one of this portal. */
  end(id: string): void;
  /** Ends what is under way; the next run goes on with it. */
  stop(): Promise<void>;
}

/**
 * What keeps the memory of a command flat, as whatever starts one sets it. Chunks that were encrypted are freed by the
 * collection of young objects, which a small semi-space has run often; what survived that is collected before the heap
 * has grown by a third. glibc keeps little of what is freed. Measured in decision 0040.
 */
export const frugal = {
  flags: ["--max-semi-space-size=1", "--heap-growing-percent=30"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" },
};

const program = path.join(import.meta.dirname, "../cli/main.ts");
const stopLimitMs = 15_000;

type RunnerEnvironment = Pick<Environment, "dataDir" | "s3"> & Partial<Pick<Environment, "postgres" | "ofNode">>;

/** The variables of a run; of the portal's own only what a run needs, and what its Node obeys. */
export const variablesOfRun = ({ dataDir, postgres, s3, ofNode }: RunnerEnvironment): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  ...frugal.env,
  ...ofNode,
  DATA_DIR: dataDir,
  ...(postgres && databaseOf(postgres)),
  ...(s3 && variablesOf(s3)),
});

export function openBackupRunner(env: RunnerEnvironment, log: Log): BackupRunner {
  const running = new Map<string, ChildProcess>();
  return {
    store: env.s3 ? "s3" : "folder",
    start({ id, kind, takesOver }) {
      const args = [
        "backup",
        "--claimed",
        id,
        ...(kind === "test" ? ["--test"] : []),
        ...(takesOver ? ["--take-over", takesOver.refusal] : []),
        ...(takesOver?.byId ? ["--confirmed-by", takesOver.byId] : []),
      ];
      const child = spawn(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", ...frugal.flags, program, ...args],
        {
          env: variablesOfRun(env),
          // By the channel it hears when the portal dies.
          stdio: ["ignore", "ignore", "pipe", "ipc"],
          detached: process.platform !== "win32",
          windowsHide: true,
        },
      );
      running.set(id, child);
      if (child.stderr)
        createInterface({ input: child.stderr }).on("line", (line) => log.info({ backup: id }, line.slice(0, 2000)));
      child.on("error", (err) => log.error({ err }, "the backup cannot be started"));
      child.once("close", (code) => {
        running.delete(id);
        // One that was killed could not remove its copies.
        void removeWork(env.dataDir, id).catch((err) => log.warn({ err }, "the copies of the backup are left"));
        if (code !== 0) log.warn({ backup: id, kind, code }, "the backup did not end well");
      });
    },
    end(id) {
      const child = running.get(id);
      if (child) void endChild(child);
    },
    async stop() {
      await Promise.all([...running.values()].map(endChild));
    },
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  const force = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(force);
}

const databaseOf = ({ url, directUrl }: NonNullable<Environment["postgres"]>) => ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
});

const variablesOf = (s3: NonNullable<Environment["s3"]>) => ({
  ...(s3.endpoint && { S3_ENDPOINT: s3.endpoint }),
  S3_REGION: s3.region,
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});
