import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { httpConfig } from "../../../contract/checks/configs.ts";
import { createProviderWithHost } from "../../../scripts/bench/one-host.ts";
import type { Db } from "../../../server/db/connection.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";

/** Websites that answer on loopback after so many milliseconds, with an error where the test says so. */
export async function openWatchedSites(
  isDown: (id: string, request: IncomingMessage, response: ServerResponse) => boolean,
  { answerAfterMs = 0 } = {},
) {
  const server = createServer(async (request, response) => {
    const code = isDown(request.url?.slice(1) ?? "", request, response) ? 500 : 200;
    if (answerAfterMs > 0) await pause(answerAfterMs);
    response.writeHead(code, { "Content-Type": "text/html" }).end("<h1>Willkommen</h1>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (id: string) => `http://127.0.0.1:${port}/${id}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type WatchedSites = Awaited<ReturnType<typeof openWatchedSites>>;

/** Writes a host with so many websites that are looked at each second; returns their ids. */
export async function writeWatchedSites(db: Db, { urlOf }: WatchedSites, count: number): Promise<string[]> {
  await createProviderWithHost(db, "jana", (userId) => createManyWebsites(db, count, userId));
  await db.updateTable("websites").set({ lifecycle: "live", responsibleUserId: "jana" }).execute();
  const at = new Date().toISOString();
  const section = (name: string, values: object) => ({
    section: name,
    valuesJson: JSON.stringify(values),
    secretsJson: "{}",
    version: 1,
    updatedAt: at,
    updatedById: null,
  });
  await db
    .insertInto("settings")
    .values([section("network", { allowedNetworks: ["127.0.0.0/8"] }), section("monitoring", { canaries: [] })])
    .execute();
  await db.updateTable("checkRevision").set({ value: 1 }).execute();
  const websites = await db.selectFrom("websites").select("id").orderBy("id").execute();
  await db
    .insertInto("checks")
    .values(
      websites.map(({ id }, site) => ({
        id: `check-${id}`,
        kind: "http" as const,
        targetType: "website" as const,
        targetId: id,
        label: id,
        // A port of its own for each, so that they are looked at side by side.
        address: `site-${site}:${site + 1}`,
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
        config: JSON.stringify(httpConfig.parse({ url: urlOf(id) })),
      })),
    )
    .execute();
  return websites.map(({ id }) => id);
}
