import type { Db } from "../db/connection.ts";
import { type DataPlace, openData } from "../db/data-place.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { readSecrets } from "../secrets.ts";
import { openVault, type Vault } from "../vault.ts";

/** Brings an unpacked portal to the schema of this version, as its next start would; what it cannot open is said in sentences. */
export async function tryOut(
  place: DataPlace,
  findUnreadable: (portal: { db: Db; vault: Vault }) => Promise<string[]>,
): Promise<string[]> {
  const secrets = readSecrets(place.dataDir);
  if (!secrets) return ["secrets.json fehlt."];
  const db = await openData(place);
  try {
    await migrateToLatest(db, place.dataDir);
    const unreadable = await findUnreadable({ db, vault: openVault(secrets.signingKey) });
    return unreadable.length > 0 ? [`Nicht zu entsiegeln: ${unreadable.join(", ")}.`] : [];
  } finally {
    await db.destroy();
  }
}
