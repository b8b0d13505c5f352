import { createSession } from "../../server/auth/sessions.ts";
import { migrateToLatest } from "../../server/db/migrate.ts";
import { newId } from "../../server/db/new-id.ts";
import { placeNewDatabase } from "../../server/portal/new-database.ts";
import { findReadyDatabase } from "../../server/portal/ready-database.ts";
import { openData, placeOf } from "./portal/open-data.ts";

/** Puts one signed-in admin into a data folder in which no portal runs. */
export async function hireInto(
  dataDir: string,
  { name = "Jana Petersen", email = "jana@agentur.example" } = {},
): Promise<{ id: string; cookie: string }> {
  const ready = findReadyDatabase();
  // As a start has it, where there is no database yet.
  if (ready && !(await placeOf(dataDir)).postgres) await placeNewDatabase(dataDir, ready);
  const db = await openData(dataDir);
  await migrateToLatest(db);
  const id = newId();
  const at = new Date().toISOString();
  await db.insertInto("users").values({ id, name, role: "admin", email, createdAt: at, joinedAt: at }).execute();
  const { token } = await createSession(db, { userId: id, now: new Date() });
  await db.destroy();
  return { id, cookie: `techcenter.session=${token}` };
}
