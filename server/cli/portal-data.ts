import { existsSync } from "node:fs";
import { refuseNewer } from "../backup/upgrade/refuse-newer.ts";
import { refuseHalfRolledBack } from "../backup/upgrade/roll-back.ts";
import { databaseFile } from "../db/connection.ts";
import { openKnownData } from "../db/data-place.ts";
import { isMigrated, listAppliedMigrations } from "../db/migrate.ts";
import { type Environment, readEnvironment } from "../env.ts";
import type { BackedUpPortal } from "../features/backups/run.ts";
import { lockPlace } from "../jobs/lock-place.ts";
import { settledSecrets } from "../portal/settle-keys.ts";
import { readSecrets } from "../secrets.ts";
import { StartProblem } from "../start-problem.ts";
import { openVault } from "../vault.ts";
import type { Call, Run } from "./command.ts";

export interface PortalData extends BackedUpPortal {
  env: Environment;
  close(): Promise<void>;
}

/** Opens the data of the environment, beside a portal that may be running; whoever can read them has the right to. */
export async function openPortalData({ variables }: Pick<Call, "variables">): Promise<PortalData> {
  const env = readEnvironment(variables);
  const { db, secrets } = await openKnown(env);
  const { signingKey } = secrets;
  return { db, env, signingKey, vault: openVault(signingKey), now: () => new Date(), close: () => db.destroy() };
}

async function openKnown(env: Environment) {
  refuseHalfRolledBack(env.dataDir);
  const secrets = readSecrets(env.dataDir);
  if (!secrets && !env.postgres && existsSync(databaseFile(env.dataDir)))
    throw new StartProblem(
      `In ${env.dataDir} (DATA_DIR) fehlt secrets.json zur Datenbank. Lege sie zurück, etwa aus einem Backup; sonst macht das Portal beim Start eine neue und nennt, was dann neu einzugeben ist.`,
    );
  const db = secrets && (await openKnownData(env));
  if (!db || !secrets)
    throw new StartProblem(
      env.postgres
        ? `In ${env.dataDir} (DATA_DIR) oder in der Datenbank unter DATABASE_URL liegt kein Portal; setze beide so, wie es läuft.`
        : `In ${env.dataDir} (DATA_DIR) liegt kein Portal; setze DATA_DIR auf seinen Datenordner.`,
    );
  try {
    await refuseNewer(db, env, await listAppliedMigrations(db));
    if (await isMigrated(db)) return { db, secrets };
    throw new StartProblem(
      "Die Datenbank passt nicht zu dieser Fassung. Starte das Portal einmal, dann ist sie auf dem Stand.",
    );
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Runs a command on the data folder, beside a portal that may be running, and closes it again whatever came of it. */
export function onPortalData(work: (portal: PortalData, call: Call) => Promise<void>): Run {
  return async (call) => {
    const portal = await openPortalData(call);
    try {
      await work(portal, call);
      return 0;
    } finally {
      await portal.close();
    }
  };
}

/** Opens the data for a command that must be alone with them; a StartProblem while a portal runs there. */
export async function openIdleData({ variables }: Pick<Call, "variables">) {
  const env = readEnvironment(variables);
  const { dataDir } = env;
  const lock = await lockPlace(env);
  try {
    const { db, secrets } = await openKnown(env);
    const close = async () => {
      await db.destroy();
      await lock.end();
    };
    return { env, dataDir, db, secrets: await settledSecrets(db, dataDir, secrets), close };
  } catch (error) {
    await lock.end();
    throw error;
  }
}
