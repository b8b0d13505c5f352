import { writeFile } from "node:fs/promises";
import path from "node:path";
import { counted } from "../../../contract/values/counted.ts";
import { databaseFile } from "../../db/connection.ts";
import { moveToFile, moveToPostgres } from "../../db/move/move-portal.ts";
import { repairSearch } from "../../search/rebuild.ts";
import { type Call, type Command, textOption, UsageProblem } from "../command.ts";
import { openIdleData } from "../portal-data.ts";

export default {
  name: "move",
  summary: "Zieht mit allen Daten von der Datei nach PostgreSQL um, oder zurück; das Portal darf dabei nicht laufen.",
  details:
    "Nach PostgreSQL: --to postgres://…, in eine leere Datenbank, ohne DATABASE_URL. Zurück: mit DATABASE_URL und --to file.\nDas Passwort der Adresse steht in PGPASSWORD oder in ihr. Jede Tabelle wird am Ende Zeile für Zeile verglichen. Wird der\nUmzug unterbrochen, macht derselbe Befehl dort weiter. Dateien und Geheimnisse bleiben, wo sie sind.",
  arguments: [],
  options: { to: { type: "string", value: "ZIEL", help: "postgres://… oder file" } },
  isAbortable: true,
  async run(call) {
    const to = textOption(call, "to") ?? "";
    const isBack = to === "file";
    if (!isBack && !/^postgres(ql)?:\/\//.test(to)) throw new UsageProblem("--to ist postgres://… oder file.");
    if (isBack !== Boolean(call.variables.DATABASE_URL))
      throw new UsageProblem(
        isBack ? "DATABASE_URL sagt, von wo; sie fehlt." : "Setze DATABASE_URL erst nach dem Umzug.",
      );
    const { env, dataDir, db, close } = await openIdleData(call);
    try {
      const now = new Date();
      const order = {
        dataDir,
        url: env.postgres?.directUrl ?? to,
        now,
        complete: (arrived: typeof db) => repairSearch({ db: arrived, now: () => now }),
        signal: call.signal,
        onTable: tellTable(call),
      };
      const { tables, former } = await (isBack ? moveToFile(order) : moveToPostgres(order));
      const report = path.join(dataDir, `move-${now.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")}.txt`);
      const lines = tables.map(({ table, rows, hash }) => `${table}\t${rows}\t${hash}\n`);
      await writeFile(report, lines.join(""), { mode: 0o600 });
      const rows = tables.reduce((sum, { rows }) => sum + rows, 0);
      call.terminal.print(
        `Umgezogen und verglichen: ${counted(rows, "Zeile", "Zeilen")} in ${tables.length} Tabellen. Bericht: ${report}`,
      );
      call.terminal.note(
        isBack
          ? `Starte das Portal ohne DATABASE_URL; die Daten liegen in ${databaseFile(dataDir)}.`
          : `Starte das Portal mit DATABASE_URL. Die bisherige Datenbank liegt in ${former}.`,
      );
      return 0;
    } finally {
      await close();
    }
  },
} satisfies Command;

function tellTable({ terminal }: Pick<Call, "terminal">) {
  return ({ table, rows }: { table: string; rows: number }, hadArrived: boolean) => {
    if (rows === 0) return;
    terminal.note(`${table}: ${counted(rows, "Zeile", "Zeilen")}${hadArrived ? ", schon da" : ""}`);
  };
}
