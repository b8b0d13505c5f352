import { existsSync } from "node:fs";
import path from "node:path";
import { keepSecretsOfCopies } from "../../backup/upgrade/before-migration.ts";
import type { Db } from "../../db/connection.ts";
import { rewriteTexts } from "../../db/rewrite-texts.ts";
import { silentContext, transact } from "../../db/transact.ts";
import {
  adoptNextSecrets,
  dropNextSecrets,
  keyIdOf,
  readNextSecrets,
  type Secrets,
  writeNextSecrets,
} from "../../secrets.ts";
import { openVault, sealedTexts } from "../../vault.ts";
import { readPushKey } from "../channels/push/vapid.ts";

export interface Rotation {
  dataDir: string;
  db: Db;
  /** The checker's own file, which holds copies. */
  checks: Db | undefined;
  now: Date;
}

const alone = (db: Db) => silentContext({ db, now: () => new Date() });

/** Browsers subscribe for one key: whoever has some keeps the one that they know. */
async function adoptPushKey(db: Db, { signingKey }: Secrets, now: Date): Promise<void> {
  const device = await db.selectFrom("pushSubscriptions").select("id").limit(1).executeTakeFirst();
  if (device) await readPushKey({ db, signingKey, vault: openVault(signingKey), now: () => now });
}

/** Seals every text of a database anew that the former key opens; what it does not open stays as it is. */
function resealAll(db: Db, former: Secrets, next: Secrets): Promise<number> {
  const [from, to] = [openVault(former.signingKey), openVault(next.signingKey)];
  return rewriteTexts(db, "v1.", (text) =>
    text.replace(sealedTexts, (one) => {
      try {
        return to.seal(from.open(one));
      } catch {
        return one;
      }
    }),
  );
}

/**
 * Replaces the keys in secrets.json and seals anew what they seal. The new keys are on the disk before the database
 * says that it uses them, and take the place of the former ones after it does: whenever that is interrupted,
 * `finishRotation` knows which ones count. Nobody else may live on the data meanwhile.
 */
export async function rotateKeys(rotation: Rotation, former: Secrets, next: Secrets): Promise<number> {
  const { dataDir, db, now } = rotation;
  // Now, while every copy without secrets of its own is surely sealed with these.
  await keepSecretsOfCopies(dataDir, former);
  writeNextSecrets(dataDir, next);
  const count = await transact(alone(db), async (tx) => {
    await adoptPushKey(tx.db, former, now);
    const changed = await resealAll(tx.db, former, next);
    await tx.db.deleteFrom("sealingKeys").execute();
    await tx.db
      .insertInto("sealingKeys")
      .values({ id: keyIdOf(next), rotatedAt: now.toISOString() })
      .execute();
    return changed;
  });
  await finish(rotation, former, next);
  return count;
}

/** Brings a rotation to its end that was interrupted, or takes it back where the database knows nothing of it. */
export async function finishRotation(rotation: Omit<Rotation, "now">, former: Secrets): Promise<Secrets> {
  const { dataDir, db } = rotation;
  const next = readNextSecrets(dataDir);
  if (!next) return former;
  const used = await db.selectFrom("sealingKeys").select("id").executeTakeFirst();
  if (used?.id !== keyIdOf(next)) {
    dropNextSecrets(dataDir);
    return former;
  }
  await finish(rotation, former, next);
  return next;
}

async function finish({ dataDir, checks }: Pick<Rotation, "dataDir" | "checks">, former: Secrets, next: Secrets) {
  if (checks) await transact(alone(checks), ({ db }) => resealAll(db, former, next));
  adoptNextSecrets(dataDir);
}

/** Where the checker's file lies, if there is one. */
export function checksFile(dataDir: string): string | undefined {
  const file = path.join(dataDir, "checks.sqlite");
  return existsSync(file) ? file : undefined;
}
