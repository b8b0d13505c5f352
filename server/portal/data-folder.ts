import { chmodSync, statSync } from "node:fs";

const ofOthers = 0o077;

/**
 * Takes the rights of other accounts away from the data folder, which holds the database, secrets and uploads; what it
 * did or could not do in a sentence, undefined where the folder was for its own account alone.
 */
export function closeDataFolder(dataDir: string): string | undefined {
  // Rights of this kind are not how Windows keeps others out.
  if (process.platform === "win32") return undefined;
  const { mode } = statSync(dataDir);
  if ((mode & ofOthers) === 0) return undefined;
  try {
    chmodSync(dataDir, mode & 0o700);
    return "Andere Benutzer dieses Rechners konnten den Datenordner lesen (DATA_DIR). Er gehört jetzt nur noch dem Benutzer, unter dem das Portal läuft.";
  } catch {
    return "Andere Benutzer dieses Rechners können den Datenordner lesen (DATA_DIR), und das Portal darf es nicht ändern. Nimm ihnen die Rechte mit „chmod 700“.";
  }
}
