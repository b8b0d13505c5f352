import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashPassword } from "../server/auth/passwords.ts";
import { databaseFile } from "../server/db/connection.ts";
import { readEnvironment } from "../server/env.ts";
import { createLog } from "../server/log.ts";
import { type Portal, startPortal } from "../server/portal/portal.ts";
import { runPortal } from "../server/portal/run.ts";
import { addressOf } from "../server/sample/agency.ts";
import { samplePeople } from "../server/sample/people.ts";
import { StartProblem } from "../server/start-problem.ts";
import { buildApp } from "./build-app.ts";
import { openAnswers } from "./demo/answers.ts";
import { createDemo } from "./demo/create-demo.ts";
import { detourTo } from "./demo/lead-inside.ts";
import { newcomers } from "./demo/newcomers.ts";
import { startReports } from "./demo/reports.ts";
import { startSiteReports } from "./demo/wordpress.ts";
import { emptyWorld, readOwn, type World } from "./demo/world.ts";
import { settlePackages } from "./package/settle-packages.ts";

/**
 * `npm run demo`: the portal with a sample agency on a data folder of its own, whose people can all sign in and whose
 * websites are answered for by servers on loopback.
 */
const dataDir = path.resolve(process.env.DATA_DIR ?? "./data-demo");
const [jana] = samplePeople;
if (!jana) throw new Error("the sample agency has nobody to sign in");

await buildApp();
if (!existsSync(databaseFile(dataDir))) await fill(jana);
const answers = await openAnswers(dataDir);
const world = readOwn<World>(dataDir, "world") ?? emptyWorld;
let url = "";
await runPortal({
  variables: {
    ...process.env,
    DATA_DIR: dataDir,
    CHECK_RESOLVER: answers.nameServer,
    DNS_ROOT: answers.dnsRoot,
    DNS_ROOT_ANCHOR: answers.dnsAnchor,
  },
  checkerProgram: path.join(import.meta.dirname, "demo/checker.ts"),
  browserProgram: path.join(import.meta.dirname, "demo/browser.ts"),
  detourOf: detourTo(answers),
  onStarted: async (portal) => {
    url = portal.url;
    startReports(portal.url, world.heartbeats);
    startSiteReports(portal.url, world.reporters ?? []);
  },
});
const password = readFileSync(passwordFile(dataDir), "utf8").trim();
process.stderr.write(`Anmelden: ${addressOf(jana)} / ${password} (alle Personen der Demo haben dieses Passwort)\n`);
for (const page of world.pages) process.stderr.write(`${page.label}: ${new URL(page.path, url).href}\n`);
process.stderr.write(`Noch niemandes Websites, für „Aus Adressen“: ${Object.keys(newcomers).join(" ")}\n`);
settlePackages();

/** Writes the sample agency as a draft, which becomes the demo when it is whole: what was broken off begins anew. */
async function fill({ name, mailbox }: { name: string; mailbox: string }): Promise<void> {
  const draft = path.join(dataDir, "draft");
  rmSync(draft, { recursive: true, force: true });
  const secret = writePassword(draft);
  const email = addressOf({ mailbox });
  const portal = await startQuietly({ ADMIN_EMAIL: email, ADMIN_NAME: name, ADMIN_PASSWORD: secret, DATA_DIR: draft });
  try {
    const admin = await portal.services.db.selectFrom("users").select(["id", "email"]).executeTakeFirstOrThrow();
    await createDemo(portal.services, { admin, dataDir: draft, passwordHash: await hashPassword(secret) });
  } finally {
    await portal.stop();
  }
  // The database comes last: without it the next start knows of no demo.
  const isLast = (entry: string) => Number(path.join(draft, entry) === databaseFile(draft));
  for (const entry of readdirSync(draft).toSorted((one, other) => isLast(one) - isLast(other))) {
    rmSync(path.join(dataDir, entry), { recursive: true, force: true });
    renameSync(path.join(draft, entry), path.join(dataDir, entry));
  }
  rmSync(draft, { recursive: true });
}

/** A portal on ports that nobody knows, which watches nothing while its past is written. */
async function startQuietly(variables: Record<string, string>): Promise<Portal> {
  try {
    const others = { PORT: "0", SOKETI_PORT: "0", MONITORING: "off", PUBLIC_URL: "", LOG_LEVEL: "warn" };
    const env = readEnvironment({ ...process.env, ...others, ...variables });
    return await startPortal(env, createLog(env.logLevel));
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function writePassword(folder: string): string {
  const former = passwordFile(dataDir);
  const secret = existsSync(former)
    ? readFileSync(former, "utf8").trim()
    : `nordlicht-${randomBytes(4).toString("hex")}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile(folder), secret, { mode: 0o600 });
  return secret;
}

function passwordFile(folder: string): string {
  return path.join(folder, "demo-password.txt");
}
