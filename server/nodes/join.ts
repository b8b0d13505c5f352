import { sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { databaseTime } from "../db/dialect/clock.ts";
import { keyIdOf, type Secrets } from "../secrets.ts";
import { StartProblem } from "../start-problem.ts";
import { removeOldNodes, type SharedNode } from "./shared-node.ts";

/** Further apart, what a node writes would come in another order than it happened. */
const maxDriftMs = 5000;

/** Refuses the data folder of another portal, or an empty one: its secrets would not open what lies in the database. */
export async function refuseOtherSecrets(db: Db, secrets: Secrets | undefined, dataDir: string): Promise<void> {
  const sealed = await db.selectFrom("sealingKeys").select("id").executeTakeFirst();
  if (!sealed || (secrets && sealed.id === keyIdOf(secrets))) return;
  const found = secrets
    ? `Die Geheimnisse in ${dataDir} (DATA_DIR) sind andere als die der übrigen Knoten.`
    : `In ${dataDir} (DATA_DIR) fehlen die Geheimnisse der übrigen Knoten.`;
  throw new StartProblem(`${found} Kopiere secrets.json aus dem Datenordner eines Knotens, der läuft.`);
}

/** Joins the nodes of a portal. Throws a StartProblem where this one would keep files elsewhere, or has another time. */
export async function join(
  node: SharedNode,
  { db, secrets, bucket, now }: { db: Db; secrets: Secrets; bucket: string; now(): Date },
): Promise<void> {
  await refuseOtherTime(db, now);
  const other = (await node.living()).find((living) => living.bucket !== bucket);
  if (other)
    throw new StartProblem(
      `Der Knoten „${other.name}“ legt Dateien in einem anderen Bucket ab als dieser; setze S3_ENDPOINT und S3_BUCKET überall gleich.`,
    );
  await db
    .insertInto("sealingKeys")
    .values({ id: keyIdOf(secrets), rotatedAt: now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await removeOldNodes(db);
  await node.beat();
  await node.tend();
}

async function refuseOtherTime(db: Db, now: () => Date): Promise<void> {
  const before = now().getTime();
  const { rows } = await sql<{ at: string }>`select ${databaseTime(0)} as at`.execute(db);
  const after = now().getTime();
  const at = Date.parse(rows[0]?.at ?? "");
  // The database answered at some moment between the two.
  const driftMs = at < before ? before - at : at > after ? after - at : 0;
  if (Math.abs(driftMs) <= maxDriftMs) return;
  const seconds = Math.round(Math.abs(driftMs) / 1000);
  throw new StartProblem(
    `Die Uhr dieses Rechners geht ${seconds} Sekunden ${driftMs > 0 ? "vor" : "nach"}, verglichen mit der Datenbank; stelle sie, am besten mit NTP.`,
  );
}
