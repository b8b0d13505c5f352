import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { imprintPage, startPage } from "../support/discoveries/site-internet.ts";
import { readLeft } from "../support/portal/left-data.ts";
import { openMortalPortal } from "../support/portal/mortal-portal.ts";
import { openData } from "../support/portal/open-data.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";

const rounds = repetitions(5, 50);
const sites = 20;
const seed = process.env.SOAK ? Date.now() : 11;
/** How often what is to be killed in its midst is looked at. */
const closely = { timeout: 120_000, interval: 10 };
/** Asking the portal takes the time in which it could work. */
const patience = { timeout: 120_000, interval: 200 };
/** No browser: a picture that is on its way when the portal ends keeps its URL claimed until the next start. */
const alone = { CHROMIUM_PATH: "/nowhere/chromium" };

let server: Server;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const { url = "" } = request;
    const name = `Firma ${url.split("/")[1]} GmbH`;
    const isImprint = url.endsWith("/impressum");
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(isImprint ? imprintPage(name) : startPage(name, `${url}/impressum`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** What no moment of a death may leave: a website without its address, or the other way round. */
const half = `select id from discovery_addresses where website_id is not null and website_id not in (select id from websites)
  union select id from websites where id not in (select website_id from discovery_addresses where website_id is not null)
  union select id from customers where id not in (select customer_id from websites where customer_id is not null)
  union select address_id from discovery_steps where address_id not in (select id from discovery_addresses)`;

it(`kill -9 while URLs are looked at and created, ${rounds} times, loses none and creates none twice`, async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  await allowLoopback(dataDir);
  const chance = chanceOf(seed);
  const autopsy = (sqlite: Sqlite.Database) => expect(sqlite.prepare(half).all()).toEqual([]);
  const portal = await openMortalPortal(dataDir, autopsy, alone);
  const client = portal.client(cookie);
  const { port } = server.address() as AddressInfo;

  for (let round = 0; round < rounds; round += 1) {
    const typed = Array.from({ length: sites }, (_, site) => `http://127.0.0.1:${port}/r${round}s${site}`);
    const wanted = asked + 1 + chance.below(sites * 2);
    const { id } = await client.discovery.create.mutate({ urls: typed });
    await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(wanted), closely);
    await portal.kill();
    const read = () => portal.insist(() => client.discovery.get.query({ id }));
    await vi.waitFor(async () => expect((await read()).done).toBe(sites), patience);

    const { urls } = await read();
    const create = (of: typeof urls) =>
      client.discovery.createSites.mutate({
        id,
        sites: of.map(({ id: urlId }) => ({ urlId, customer: "proposed" as const })),
      });
    const there = round * sites + 1 + chance.below(sites - 1);
    const creating = portal.once(() => create(urls));
    await awaitWebsites(dataDir, there);
    await portal.kill();
    await creating;
    const left = (await read()).urls.filter(({ website }) => website === null);
    if (left.length > 0) expect((await portal.insist(() => create(left))).refused).toEqual([]);
  }
  await portal.stop();

  await readLeft(dataDir, (sqlite) => {
    const all = (statement: string) => sqlite.prepare(statement).pluck().all();
    autopsy(sqlite);
    expect(all("select count(*) from websites")).toEqual([rounds * sites]);
    expect(all("select count(distinct url) from websites")).toEqual([rounds * sites]);
    expect(all("select count(*) from customers")).toEqual([rounds * sites]);
    expect(all("select count(*) from changes where kind = 'website.created'")).toEqual([rounds * sites]);
    expect(all("select id from discovery_addresses where state <> 'done' or claimed_by is not null")).toEqual([]);
  });
});

/** Nothing of it is open when the portal dies: whoever comes next has to recover what was written. */
async function awaitWebsites(dataDir: string, count: number): Promise<void> {
  const db = await openData(dataDir);
  const websites = db.selectFrom("websites").select("id");
  await vi.waitFor(async () => expect((await websites.execute()).length).toBeGreaterThanOrEqual(count), closely);
  await db.destroy();
}

async function allowLoopback(dataDir: string): Promise<void> {
  const db = await openData(dataDir);
  const valuesJson = JSON.stringify({ allowedNetworks: ["127.0.0.0/8"] });
  const kept = { secretsJson: "{}", version: 1, updatedAt: new Date().toISOString(), updatedById: null };
  await db
    .insertInto("settings")
    .values({ section: "network", valuesJson, ...kept })
    .execute();
  await db.destroy();
}
