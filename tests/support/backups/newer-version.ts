import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hostVariables } from "../cli/host-variables.ts";
import { temporaryFolder } from "../temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The first of two steps that follow those of this version. Neither can be done twice. */
const first = `import { sql } from "kysely";

export const kind = "contract";

export async function up(db) {
  await sql\`create table first_step (id text)\`.execute(db);
  await sql\`insert into first_step select id from users\`.execute(db);
  await sql\`update users set name = 'half'\`.execute(db);
}
`;
const second = `import { writeSync } from "node:fs";
import { sql } from "kysely";

export const kind = "contract";

export async function up(db) {
  await sql\`alter table users add column later text\`.execute(db);
  if (process.env.IN_THE_MIDST === "wait") {
    writeSync(1, "in the midst");
    await new Promise(() => setInterval(() => undefined, 1000));
  }
  await sql\`update users set later = 'whole'\`.execute(db);
}
`;

export const lastOfNewer = "9999-second-step";

export interface NewerVersion {
  /** Migrates the data of a portal, and says how that ended. */
  migrate(place: { dataDir: string; url?: string }): Promise<{ code: number | null; said: string }>;
  /** Begins to, and is killed in the midst of the last migration. */
  dieMigrating(place: { dataDir: string; url?: string }): Promise<void>;
}

/** A later version of this portal, in a folder of its own: the same with two more migrations. */
export function aNewerVersion(): NewerVersion {
  const folder = temporaryFolder("newer");
  for (const part of ["server", "contract", "migrations", "package.json"])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  mkdirSync(path.join(folder, "scripts"));
  cpSync(path.join(root, "scripts/migrate.ts"), path.join(folder, "scripts/migrate.ts"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "migrations/9998-first-step.ts"), first);
  writeFileSync(path.join(folder, `migrations/${lastOfNewer}.ts`), second);

  const run = ({ dataDir, url }: { dataDir: string; url?: string }, env: Record<string, string> = {}) =>
    spawn(process.execPath, [path.join(folder, "scripts/migrate.ts")], {
      env: {
        ...hostVariables(),
        DATA_DIR: dataDir,
        ...(url && { DATABASE_URL: url }),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  return {
    async migrate(place) {
      const child = run(place);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text) => {
          said += text;
        });
      const [code] = await once(child, "close");
      return { code, said };
    },
    async dieMigrating(place) {
      const child = run(place, { IN_THE_MIDST: "wait" });
      await untilSaid(child, "in the midst");
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

function untilSaid(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(said)));
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => {
        said += text;
        if (said.includes(words)) resolve();
      });
  });
}
