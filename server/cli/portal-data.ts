import { existsSync } from "node:fs";
import { type Db, databaseFile, openDatabase } from "../db/connection.ts";
import { isMigrated } from "../db/migrate.ts";
import { type Environment, readEnvironment } from "../env.ts";
import type { BackedUpPortal } from "../features/backups/run.ts";
import { lockData } from "../jobs/claims.ts";
import { settledSecrets } from "../portal/settle-keys.ts";
import { readSecrets } from "../secrets.ts";
import { StartProblem } from "../start-problem.ts";
import { openVault } from "../vault.ts";
import type { Call, Command } from "./command.ts";

export interface PortalData extends BackedUpPortal {
  env: Environment;
  close(): Promise<void>;
}

/** Opens the data folder of the environment, beside a portal that may be running; whoever can read it has the right to. */
export async function openPortalData({ variables }: Pick<Call, "variables">): Promise<PortalData> {
  const env = readEnvironment(variables);
  const secrets = existsSync(databaseFile(env.dataDir)) ? readSecrets(env.dataDir) : undefined;
  if (!secrets)
    throw new StartProblem(`In ${env.dataDir} (DATA_DIR) liegt kein Portal; setze DATA_DIR auf seinen Datenordner.`);
  const db: Db = openDatabase(env.dataDir);
  if (!(await isMigrated(db))) {
    await db.destroy();
    throw new StartProblem(
      "Die Datenbank passt nicht zu dieser Fassung. Starte das Portal einmal, dann ist sie auf dem Stand.",
    );
  }
  const { signingKey } = secrets;
  return { db, env, signingKey, vault: openVault(signingKey), now: () => new Date(), close: () => db.destroy() };
}

/** Runs a command on the data folder, beside a portal that may be running, and closes it again whatever came of it. */
export function onPortalData(work: (portal: PortalData, call: Call) => Promise<void>): Command["run"] {
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

/** Opens the data folder for a command that must be alone with it; a StartProblem while a portal runs there. */
export async function openIdleData({ variables }: Pick<Call, "variables">) {
  const { dataDir } = readEnvironment(variables);
  const known = existsSync(databaseFile(dataDir)) ? readSecrets(dataDir) : undefined;
  if (!known)
    throw new StartProblem(`In ${dataDir} (DATA_DIR) liegt kein Portal; setze DATA_DIR auf seinen Datenordner.`);
  const lock = lockData(dataDir);
  const db: Db = openDatabase(dataDir);
  const close = async () => {
    await db.destroy();
    lock.end();
  };
  try {
    if (!(await isMigrated(db)))
      throw new StartProblem(
        "Die Datenbank passt nicht zu dieser Fassung. Starte das Portal einmal, dann ist sie auf dem Stand.",
      );
    return { dataDir, db, secrets: await settledSecrets(db, dataDir, known), close };
  } catch (error) {
    await close();
    throw error;
  }
}
