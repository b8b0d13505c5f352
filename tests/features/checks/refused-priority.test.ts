import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { httpConfig } from "../../../contract/checks/configs.ts";
import { openDatabase } from "../../../server/db/connection.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { writeTestDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const at = "2026-11-20T09:00:00.000Z";

/** A data folder with one website to look at, at this port. */
async function watching(port: number): Promise<string> {
  const dataDir = temporaryFolder("refused");
  await writeTestDatabase(dataDir);
  loadSecrets(dataDir);
  const db = openDatabase(dataDir);
  await db
    .insertInto("settings")
    .values({
      section: "network",
      valuesJson: JSON.stringify({ allowedNetworks: ["127.0.0.0/8"] }),
      secretsJson: "{}",
      version: 1,
      updatedAt: at,
      updatedById: null,
    })
    .execute();
  await db.updateTable("checkRevision").set({ value: 1 }).execute();
  await db
    .insertInto("checks")
    .values({
      id: "check",
      kind: "http",
      targetType: "website",
      targetId: "site",
      label: "Seite",
      address: `127.0.0.1:${port}`,
      intervalS: 1,
      timeoutMs: 5000,
      revision: 1,
      pausedAt: null,
      pausedById: null,
      secret: null,
      quietFrom: null,
      quietUntil: null,
      askedAt: null,
      statusSince: null,
      cause: null,
      removedAt: null,
      createdAt: at,
      updatedAt: at,
      config: JSON.stringify(httpConfig.parse({ url: `http://127.0.0.1:${port}/` })),
    })
    .execute();
  await db.destroy();
  return dataDir;
}

it("the checker looks at websites also where the host refuses it a lower priority", async () => {
  const server = createServer((_request, response) => void response.end("<h1>Willkommen</h1>")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const dataDir = await watching((server.address() as AddressInfo).port);
  const asked = once(server, "request").then(() => "asked");
  const checker = fork(path.join(root, "server/checks/process.ts"), [dataDir, "", "silent"], {
    execArgv: ["--import", path.join(root, "tests/support/checks/refused-priority.ts")],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(checker, "exit");
  expect(await Promise.race([asked, ended.then(([code]) => `ended with ${code}`)])).toBe("asked");
  checker.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
