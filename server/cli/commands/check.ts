import { stat } from "node:fs/promises";
import path from "node:path";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { counted } from "../../../contract/values/counted.ts";
import { backupProblem } from "../../backup/backup-problem.ts";
import { databaseFile } from "../../db/connection.ts";
import { findDamage } from "../../db/copy-database.ts";
import { readDiskSpace } from "../../files/disk-space.ts";
import { findUnreadableSecrets } from "../../settings/unreadable-secrets.ts";
import type { Command } from "../command.ts";
import { openPortalData, type PortalData } from "../portal-data.ts";

/** What was found out: what is wrong, what is well, and what nobody has looked at. */
interface Findings {
  faults: string[];
  sound: string[];
  unchecked: string[];
}

export default {
  name: "check",
  summary: "Prüft Datenbanken, Geheimnisse, Dateien und Speicherplatz, ohne etwas zu ändern.",
  details: "Was auf PostgreSQL oder in S3 liegt, sieht es nicht an, und sagt das.",
  arguments: [],
  options: {},
  async run(call) {
    const portal = await openPortalData(call);
    try {
      const findings: Findings = { faults: [], sound: [], unchecked: [] };
      await checkDatabases(portal, findings);
      await checkSecrets(portal, findings);
      await checkUploads(portal, findings);
      await checkDisk(portal, findings);
      const { faults, sound, unchecked } = findings;
      for (const fault of faults) call.terminal.note(fault);
      if (faults.length === 0) call.terminal.print(`In Ordnung: ${sound.join(", ")}.`);
      if (unchecked.length > 0) call.terminal.print(`Nicht geprüft: ${unchecked.join(", ")}.`);
      return faults.length > 0 ? 1 : 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

async function checkDatabases({ env }: PortalData, { faults, sound, unchecked }: Findings): Promise<void> {
  const { dataDir, postgres } = env;
  if (postgres) unchecked.push("die Datenbank auf PostgreSQL");
  for (const file of [...(postgres ? [] : [databaseFile(dataDir)]), path.join(dataDir, "checks.sqlite")]) {
    if ((await sizeOf(file)) === undefined) continue;
    const name = path.basename(file);
    try {
      const damage = findDamage(file);
      if (damage.length > 0) faults.push(`${name} ist beschädigt: ${damage.slice(0, 3).join("; ")}`);
      else sound.push(name);
    } catch (error) {
      faults.push(`${name} lässt sich nicht prüfen: ${backupProblem(error).message}`);
    }
  }
}

async function checkSecrets(portal: PortalData, { faults, sound }: Findings): Promise<void> {
  const unreadable = await findUnreadableSecrets(portal);
  if (unreadable.length > 0) faults.push(`Nicht zu entsiegeln: ${unreadable.join(", ")}.`);
  else sound.push("Geheimnisse");
}

async function checkUploads({ db, env }: PortalData, { faults, sound, unchecked }: Findings): Promise<void> {
  const uploads = await db.selectFrom("files").select(["key", "size"]).where("confirmedAt", "is not", null).execute();
  const all = counted(uploads.length, "Datei", "Dateien");
  if (env.s3) {
    unchecked.push(`${all} in S3`);
    return;
  }
  let missing = 0;
  let cut = 0;
  for (const { key, size } of uploads) {
    const found = await sizeOf(path.join(env.dataDir, "uploads/kept", key.slice(0, 2), key));
    if (found === undefined) missing += 1;
    else if (size !== null && found !== size) cut += 1;
  }
  if (missing > 0)
    faults.push(`${counted(missing, "Datei fehlt", "Dateien fehlen")} in uploads/, von ${uploads.length}.`);
  if (cut > 0)
    faults.push(
      `${counted(cut, "Datei hat", "Dateien haben")} in uploads/ eine andere Größe als beim Hochladen, von ${uploads.length}.`,
    );
  if (missing + cut === 0) sound.push(all);
}

async function checkDisk({ env }: PortalData, { faults, sound }: Findings): Promise<void> {
  const { state, freeBytes } = await readDiskSpace(env.dataDir);
  const free = `${formatByteCount(freeBytes)} frei`;
  if (state === "ok") sound.push(free);
  else faults.push(`Der Speicherplatz wird knapp: noch ${free}.`);
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
