import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashPassword } from "../server/auth/passwords.ts";
import { databaseFile } from "../server/db/connection.ts";
import type { Portal } from "../server/portal/portal.ts";
import { runPortal } from "../server/portal/run.ts";
import { addressOf, createSampleAgency } from "../server/sample/agency.ts";
import { samplePeople } from "../server/sample/people.ts";
import { buildApp } from "./build-app.ts";

/** `npm run demo`: the portal with a sample agency on a data folder of its own, whose people can all sign in. */
const dataDir = path.resolve(process.env.DATA_DIR ?? "./data-demo");
const [jana] = samplePeople;
if (!jana) throw new Error("the sample agency has nobody to sign in");
const isNew = !existsSync(databaseFile(dataDir));
const password = demoPassword();

await buildApp();
await runPortal({
  variables: {
    ...process.env,
    DATA_DIR: dataDir,
    ...(isNew && { ADMIN_EMAIL: addressOf(jana), ADMIN_NAME: jana.name, ADMIN_PASSWORD: password }),
  },
  onStarted: fill,
});
process.stderr.write(`Anmelden: ${addressOf(jana)} / ${password} (alle Personen der Demo haben dieses Passwort)\n`);

async function fill({ services }: Portal): Promise<void> {
  const people = await services.db.selectFrom("users").select(["id", "email"]).limit(2).execute();
  const [admin] = people;
  if (people.length !== 1 || !admin) return;
  await createSampleAgency(services, admin, { passwordHash: await hashPassword(password) });
}

function demoPassword(): string {
  const file = path.join(dataDir, "demo-password.txt");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `nordlicht-${randomBytes(4).toString("hex")}`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
