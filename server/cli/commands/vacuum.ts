import Sqlite from "better-sqlite3";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { databaseFile } from "../../db/connection.ts";
import { compactDatabase } from "../../db/copy-database.ts";
import { readSpace, type Space, shrinkDatabase } from "../../db/free-space.ts";
import { silentContext, transact } from "../../db/transact.ts";
import { tryLockData } from "../../jobs/claims.ts";
import { StartProblem } from "../../start-problem.ts";
import type { Call, Command } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "vacuum",
  summary: "Gibt leeren Platz der Datenbank zurück; bei angehaltenem Portal schreibt es sie ganz neu.",
  details:
    "Im laufenden Portal wird nur leerer Platz in kleinen Schritten zurückgegeben: Ganz neu schreiben hielte alle auf, die\nspeichern wollen. Das Portal tut dasselbe jede Nacht von selbst.",
  arguments: [],
  options: {},
  async run(call) {
    const portal = await openPortalData(call);
    await portal.close();
    if (portal.env.postgres)
      throw new StartProblem(
        "Leeren Platz gibt PostgreSQL von selbst zurück (autovacuum); dafür braucht es das Portal nicht.",
      );
    const file = databaseFile(portal.env.dataDir);
    const before = spaceOf(file);
    const lock = tryLockData(portal.env.dataDir);
    try {
      if (lock.isAlone) compactDatabase(file);
      else if (before.canShrink) await shrinkDatabase(file);
      else
        throw new StartProblem(
          "Diese Datenbank ist noch so angelegt, dass nur ganz neu schreiben Platz zurückgibt, und das hielte das laufende Portal auf. Beende es und rufe den Befehl noch einmal auf; danach geht es auch im Betrieb.",
        );
      await noteRun(call, { isRewritten: lock.isAlone });
      call.terminal.print(`${formatByteCount(before.bytes)} vorher, ${formatByteCount(spaceOf(file).bytes)} jetzt.`);
      if (!lock.isAlone) call.terminal.note("Das Portal läuft; ganz neu geschrieben wird die Datenbank nur ohne es.");
      return 0;
    } finally {
      lock.end();
    }
  },
} satisfies Command;

/** What the host did to the data stands in the audit log. */
async function noteRun(call: Call, { isRewritten }: { isRewritten: boolean }): Promise<void> {
  const portal = await openPortalData(call);
  try {
    await transact(silentContext(portal), (tx) =>
      tx.record({
        kind: "job.run",
        subject: { type: "job", id: "free-space" },
        after: { isRewritten, by: "host" },
      }),
    );
  } finally {
    await portal.close();
  }
}

function spaceOf(file: string): Space {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return readSpace(sqlite);
  } finally {
    sqlite.close();
  }
}
