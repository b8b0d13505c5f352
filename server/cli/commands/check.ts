import { access } from "node:fs/promises";
import path from "node:path";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { counted } from "../../../contract/values/counted.ts";
import { backupProblem } from "../../backup/backup-problem.ts";
import { databaseFile } from "../../db/connection.ts";
import { findDamage } from "../../db/copy-database.ts";
import { findUnreadableSecrets } from "../../features/system/unreadable-secrets.ts";
import { diskTexts, openDisks, tightestOf } from "../../files/disk-space.ts";
import type { Command } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "check",
  summary: "Prüft Datenbanken, Geheimnisse, Dateien und Speicherplatz, ohne etwas zu ändern.",
  arguments: [],
  options: {},
  async run(call) {
    const portal = await openPortalData(call);
    try {
      const { dataDir, postgres, s3 } = portal.env;
      const faults: string[] = [];
      // What lies on Postgres its own server looks after.
      const files = [...(postgres ? [] : [databaseFile(dataDir)]), path.join(dataDir, "checks.sqlite")];
      for (const file of files) {
        if (!(await isThere(file))) continue;
        const name = path.basename(file);
        try {
          const damage = findDamage(file);
          if (damage.length > 0) faults.push(`${name} ist beschädigt: ${damage.slice(0, 3).join("; ")}`);
        } catch (error) {
          faults.push(`${name} lässt sich nicht prüfen: ${backupProblem(error).message}`);
        }
      }
      const unreadable = await findUnreadableSecrets(portal);
      if (unreadable.length > 0) faults.push(`Nicht zu entsiegeln: ${unreadable.join(", ")}.`);
      const uploads = await portal.db.selectFrom("files").select("key").where("confirmedAt", "is not", null).execute();
      if (!s3) {
        let missing = 0;
        for (const { key } of uploads)
          if (!(await isThere(path.join(dataDir, "uploads/kept", key.slice(0, 2), key)))) missing += 1;
        if (missing > 0)
          faults.push(`${counted(missing, "Datei fehlt", "Dateien fehlen")} in uploads/, von ${uploads.length}.`);
      }
      const { state, of, freeBytes } = tightestOf(await openDisks(dataDir).read());
      const { folder } = diskTexts[of];
      if (state === "low" || state === "full")
        faults.push(`Der Speicherplatz von ${folder} wird knapp: noch ${formatByteCount(freeBytes)} frei.`);
      for (const fault of faults) call.terminal.note(fault);
      if (faults.length > 0) return 1;
      call.terminal.print(
        `In Ordnung: Datenbanken, Geheimnisse, ${counted(uploads.length, "Datei", "Dateien")}, ${state === "unknown" ? "freier Platz nicht bekannt" : `${formatByteCount(freeBytes)} frei`}.`,
      );
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
