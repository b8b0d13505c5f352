import { z } from "zod";
import {
  type RestorableSnapshot,
  type RestoreState,
  restoreOrder,
  restoreQuestion,
  restoreSource,
} from "../../contract/backups/restore.ts";
import { counted } from "../../contract/values/counted.ts";
import { listMigrations } from "../db/migrate.ts";
import type { Environment } from "../env.ts";
import { openStore } from "../files/open-store.ts";
import type { Log } from "../log.ts";
import { Problem } from "../problem.ts";
import { BackupProblem, backupProblem } from "./backup-problem.ts";
import { recipientOf } from "./encryption.ts";
import { stageRestore } from "./restore.ts";
import { listSnapshots } from "./snapshots.ts";
import { readTargetConfig } from "./targets/config.ts";
import { everywhere, openTarget } from "./targets/open-target.ts";
import type { BackupTarget } from "./targets/target.ts";

/** The empty portal that a backup may take the place of, and who may say so. */
export interface EmptyPortal {
  /** Rejects with a Problem unless nobody has an account yet and the token is that of the set-up link. */
  assertToken(token: string): Promise<void>;
  /** No account can be made any more, until `reopen`. */
  shut(): void;
  reopen(): void;
}

interface Options {
  env: Pick<Environment, "dataDir" | "postgres" | "s3">;
  empty: EmptyPortal;
  now(): Date;
  log: Log;
  /** Starts the portal anew, which puts in place what is staged; undefined where a person has to. */
  restart?: (() => void) | undefined;
}

/** A restore that somebody asks for in the browser, in place of an empty portal. */
export interface RestoreRun {
  list(input: unknown): Promise<RestorableSnapshot[]>;
  begin(input: unknown): Promise<RestoreState>;
  state(input: unknown): Promise<RestoreState>;
  /** Ends what is under way; nothing was replaced by it. */
  stop(): Promise<void>;
}

export function openRestoreRun({ env, empty, now, log, restart }: Options): RestoreRun {
  let state: RestoreState = { step: "idle" };
  let running: Promise<void> | undefined;
  const ending = new AbortController();

  async function stage(target: BackupTarget, { snapshot, key }: z.infer<typeof restoreOrder>): Promise<void> {
    try {
      const { createdAt, uploads, missing, advice } = await stageRestore({
        dataDir: env.dataDir,
        postgres: env.postgres,
        target,
        id: snapshot,
        now: now(),
        identity: key.toUpperCase(),
        // What is there is a portal without any account, which `shut` keeps so.
        force: true,
        migrations: await listMigrations(),
        bucket: env.s3 && (await openStore(env, "")),
        onProgress: (progress) => {
          state = { step: "running", progress };
        },
        signal: ending.signal,
      });
      const notes = missing > 0 ? [`${counted(missing, "Datei fehlte", "Dateien fehlten")} schon beim Sichern.`] : [];
      if (advice) notes.push(advice);
      if (!restart) notes.push("Starte das Portal jetzt neu.");
      state = { step: "restarting", at: createdAt.toISOString(), uploads, notes };
      log.warn({ snapshot, uploads, missing }, "a backup was verified and takes the place of this empty portal");
      restart?.();
    } catch (error) {
      const problem = backupProblem(error);
      log.warn({ err: problem }, "a backup could not be restored");
      state = { step: "failed", code: problem.code, message: problem.message };
      empty.reopen();
    } finally {
      await target.close().catch(() => undefined);
    }
  }

  return {
    async list(input) {
      const source = await readInput(restoreSource, input, empty);
      const target = await openSource(source);
      try {
        const { snapshots } = await listSnapshots(target);
        return snapshots.map(({ id, at, bytes }) => ({ id, at: at.toISOString(), bytes }));
      } catch (error) {
        throw atField("from", error);
      } finally {
        await target.close().catch(() => undefined);
      }
    },
    async begin(input) {
      const order = await readInput(restoreOrder, input, empty);
      await recipientOf(order.key).catch((error: unknown) => {
        throw atField("key", error);
      });
      const target = await openSource(order);
      if (state.step === "running" || state.step === "restarting") {
        await target.close().catch(() => undefined);
        throw new Problem("precondition", { message: "Es wird schon ein Backup zurückgespielt." });
      }
      empty.shut();
      state = { step: "running", progress: null };
      running = stage(target, order);
      return state;
    },
    async state(input) {
      await readInput(restoreQuestion, input, empty);
      return state;
    },
    async stop() {
      if (state.step === "running") ending.abort(new BackupProblem("Das Portal wurde beendet."));
      await running;
    },
  };
}

/** The token is judged before anything else, so that a stranger learns nothing and reaches nothing. */
async function readInput<Schema extends z.ZodType<{ token: string }>>(
  schema: Schema,
  input: unknown,
  empty: EmptyPortal,
): Promise<z.output<Schema>> {
  const { token = "" } = z.object({ token: z.string().optional() }).catch({}).parse(input);
  await empty.assertToken(token);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { fieldErrors } = z.flattenError(parsed.error);
  throw new Problem("invalid", { message: "", fields: fieldErrors as Record<string, string[]> });
}

async function openSource({ from, secret }: z.infer<typeof restoreSource>): Promise<BackupTarget> {
  try {
    return await openTarget(await readTargetConfig(from, async () => secret), everywhere);
  } catch (error) {
    throw atField("from", error);
  }
}

function atField(field: "from" | "key", error: unknown): Problem {
  const { message } = backupProblem(error);
  return new Problem("invalid", { message, fields: { [field]: [message] }, cause: error });
}
