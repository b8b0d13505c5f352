import "../../features/register.ts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { activeUsers } from "../../db/active-users.ts";
import { silentContext, transact } from "../../db/transact.ts";
import { openWholeArchive } from "../../features/privacy/whole-export/archive.ts";
import { zipStream } from "../../features/wiki/formats/zip-stream.ts";
import { openStore } from "../../files/open-store.ts";
import { StartProblem } from "../../start-problem.ts";
import { type Command, textOption } from "../command.ts";
import { openPortalData, type PortalData } from "../portal-data.ts";

export default {
  name: "export",
  summary: "Schreibt alles in ein ZIP-Archiv, das ohne das Portal lesbar ist; auch während es läuft.",
  details:
    "Tabellen als JSON und CSV, das Wiki als Markdown, alle Dateien. Was jemand für sich allein hat, steht nur im Archiv\ndieser Person. Zum Zurückspielen ist es nicht gedacht: Dafür ist „techcenter backup“.",
  arguments: [{ name: "DATEI", help: "das Archiv; es darf noch nicht da sein", isWritten: true }],
  options: {
    user: { type: "string", value: "E-MAIL", help: "mit wessen Augen; ohne Angabe die des ältesten Admin-Kontos" },
  },
  isAbortable: true,
  async run(call) {
    const file = call.files.written;
    if (!file) throw new Error("The file to write is not open.");
    const portal = await openPortalData(call);
    try {
      const person = await findAdmin(portal, textOption(call, "user"));
      const context = silentContext(portal);
      const store = await openStore(portal.env, portal.signingKey);
      const archive = await openWholeArchive({ ...context, person, uploads: { store } });
      await transact(context, (tx) =>
        tx.record({
          kind: "setting.whole-exported",
          subject: { type: "setting", id: "privacy" },
          after: { by: "host" },
        }),
      );
      const written = file.handle.createWriteStream({ flush: true });
      await pipeline(Readable.from(zipStream(archive.files, portal.now())), written, { signal: call.signal });
      await file.keep();
      call.terminal.print(`${file.name}: ${formatByteCount(written.bytesWritten)}, wie ${person.name} es sieht.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

async function findAdmin({ db }: PortalData, email: string | undefined) {
  const admins = activeUsers(db).select(["id", "name"]).where("role", "=", "admin").orderBy("createdAt").limit(1);
  const found = await (email ? admins.where("email", "=", email.trim().toLowerCase()) : admins).executeTakeFirst();
  if (found) return { ...found, role: "admin" as const };
  throw new StartProblem(
    email
      ? `Kein Admin hat die E-Mail-Adresse ${email}.`
      : "Noch niemand hat ein Admin-Konto; es gibt nichts zu exportieren.",
  );
}
