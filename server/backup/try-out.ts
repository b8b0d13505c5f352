import type { Db } from "../db/connection.ts";
import { openDatabase } from "../db/connection.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { readSecrets } from "../secrets.ts";
import { openVault, type Vault } from "../vault.ts";

/** Brings an unpacked portal to the schema of this version, as its next start would; what it cannot open is said in sentences. */
export async function tryOut(
  folder: string,
  findUnreadable: (portal: { db: Db; vault: Vault }) => Promise<string[]>,
): Promise<string[]> {
  const secrets = readSecrets(folder);
  if (!secrets) return ["secrets.json fehlt."];
  const db = openDatabase(folder);
  try {
    await migrateToLatest(db, folder);
    const unreadable = await findUnreadable({ db, vault: openVault(secrets.signingKey) });
    return unreadable.length > 0 ? [`Nicht zu entsiegeln: ${unreadable.join(", ")}.`] : [];
  } finally {
    await db.destroy();
  }
}
