import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { checksCopyOf, putCopy } from "../../backup/migrate-safely.ts";
import { databaseFile } from "../../db/connection.ts";
import { copyDatabase } from "../../db/copy-database.ts";
import { listMigrations } from "../../db/migrate.ts";
import { putDump } from "../../db/postgres/dump.ts";
import { readEnvironment } from "../../env.ts";
import { lockPlace } from "../../jobs/lock-place.ts";
import { StartProblem } from "../../start-problem.ts";
import type { Command } from "../command.ts";

export default {
  name: "rollback",
  summary: "Stellt die Datenbank auf den Stand zurück, den diese Fassung vor einer Aktualisierung hatte.",
  details:
    "Rufe es aus der älteren Fassung auf, während kein Portal läuft. Vor jeder Aktualisierung legt das Portal eine Kopie\nin before-migration im Datenordner ab. Die jetzige Datenbank wird daneben aufgehoben; was seitdem geschrieben wurde,\nsteht nur dort.",
  arguments: [],
  options: {},
  async run({ variables, terminal }) {
    const env = readEnvironment(variables);
    const { dataDir, postgres } = env;
    const end = postgres ? "dump" : "sqlite";
    const folder = path.join(dataDir, "before-migration");
    const copies = (await readdir(folder).catch(() => []))
      .filter((name) => /^\d{4}-[^.]*\.\w+$/.test(name) && name.endsWith(`.${end}`))
      .sort();
    const wanted = `${(await listMigrations()).at(-1)}.${end}`;
    if (!copies.includes(wanted))
      throw new StartProblem(
        copies.length === 0
          ? `In ${folder} liegt keine Kopie von vor einer Aktualisierung. Stelle ein Backup wieder her: techcenter list, techcenter restore.`
          : `Keine Kopie in ${folder} passt zu dieser Fassung; es gibt ${copies.join(", ")}. Nimm die Fassung dazu oder ein Backup.`,
      );
    const lock = await lockPlace(env);
    try {
      const name = `rolled-back-${Date.now()}`;
      const kept = path.join(folder, `${name}.sqlite`);
      if (postgres) await putDump(postgres.directUrl, path.join(folder, wanted), name);
      else await swap(databaseFile(dataDir), path.join(folder, wanted), kept);
      await swap(path.join(dataDir, "checks.sqlite"), checksCopyOf(path.join(folder, wanted)), checksCopyOf(kept));
      terminal.print(
        `Die Datenbank ist auf dem Stand dieser Fassung. Die bisherige liegt ${postgres ? `im Schema „${name}“` : `in ${kept}`}.`,
      );
      return 0;
    } finally {
      await lock.end();
    }
  },
} satisfies Command;

/** Keeps what is there, and puts the copy in its place; a copy that was never made leaves all as it is. */
async function swap(file: string, copy: string, kept: string): Promise<void> {
  if (!existsSync(copy)) return;
  if (existsSync(file)) await copyDatabase(file, kept);
  await putCopy(copy, file);
}
