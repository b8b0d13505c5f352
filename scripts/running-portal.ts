import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import Pusher from "pusher";
import { openData } from "../server/db/data-place.ts";
import { readEnvironment } from "../server/env.ts";
import { loadSecrets } from "../server/secrets.ts";
import { StartProblem } from "../server/start-problem.ts";

export interface RunningPortal {
  pusher: Pusher;
  appKey: string;
  soketiPort: number;
  /** The id of the person with this address; throws a StartProblem when there is none. */
  findUserId(email: string): Promise<string>;
}

/** Finds the portal that works on the data folder of the environment; throws a StartProblem when there is none. */
export function findRunningPortal(environment: Record<string, string | undefined>): RunningPortal {
  const env = readEnvironment(environment);
  const { dataDir, soketiPort: defaultPort } = env;
  if (!existsSync(path.join(dataDir, "secrets.json")))
    throw new StartProblem(`In ${dataDir} liegt kein Portal; setze DATA_DIR auf seinen Datenordner.`);
  const { id: appId, key, secret } = loadSecrets(dataDir).soketi;
  const soketiPort = environment.SOKETI_PORT ? defaultPort : (portOfLastRun(dataDir) ?? defaultPort);
  return {
    pusher: new Pusher({
      appId,
      key,
      secret,
      host: "127.0.0.1",
      port: String(soketiPort),
      useTLS: false,
      timeout: 5000,
    }),
    appKey: key,
    soketiPort,
    async findUserId(email) {
      const db = await openData(env);
      const row = await db
        .selectFrom("users")
        .select("id")
        .where("email", "=", email.trim().toLowerCase())
        .executeTakeFirst()
        .finally(() => db.destroy());
      if (!row) throw new StartProblem(`Niemand hat die E-Mail-Adresse ${email}.`);
      return row.id;
    },
  };
}

/** The port that Soketi was given last, which differs from SOKETI_PORT where that was 0. */
function portOfLastRun(dataDir: string): number | undefined {
  const file = path.join(dataDir, "soketi.run.json");
  if (!existsSync(file)) return undefined;
  const { port } = JSON.parse(readFileSync(file, "utf8")) as { port?: unknown };
  return typeof port === "number" ? port : undefined;
}
