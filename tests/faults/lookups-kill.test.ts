import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { readLeft } from "../support/portal/left-data.ts";
import { openMortalPortal } from "../support/portal/mortal-portal.ts";
import { askData, openData } from "../support/portal/open-data.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";

const rounds = repetitions(5, 50);
const sites = 6;
const seed = process.env.SOAK ? Date.now() : 13;
/** How often what is to be killed in its midst is looked at. */
const closely = { timeout: 120_000, interval: 10 };
/** Opening the database each time takes the time in which the portal could work. */
const patience = { timeout: 120_000, interval: 200 };
/** No browser, no name server and nobody on the internet: the sites have addresses instead of names. */
const alone = {
  MONITORING: "on",
  CHECK_RESOLVER: "127.0.0.1:9",
  DNS_ROOT: "127.0.0.1:9",
  CHROMIUM_PATH: "/nowhere/chromium",
};

let server: Server;
let round = 0;
let read = 0;

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const site = url.split("/")[1] ?? "";
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    if (!url.endsWith("/impressum"))
      return void response.end(`<title>${site}</title><h1>${site}</h1><a href="/${site}/impressum">Impressum</a>`);
    read += 1;
    // Numbers alone make no other text.
    const version = `${"neue ".repeat(round)}Fassung`;
    response.end(`<title>Impressum</title><p>Angaben gemäß § 5 TMG. Firma ${site} GmbH, ${version}.</p>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What no moment of a death may leave: an answer without what was seen, or findings without a run. */
const half = `select target_id from lookups where kind = 'legal' and answered_at is not null
    and target_id not in (select website_id from legal_runs where record_json is not null)
  union select id from legal_findings where website_id not in (select website_id from legal_runs)
  union select website_id from legal_runs where website_id not in
    (select target_id from lookups where kind = 'legal' and answered_at is not null)`;

it(`kill -9 during lookups, ${rounds} times, answers each once more and tells no change twice`, async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  await allowLoopback(dataDir);
  const chance = chanceOf(seed);
  const autopsy = (sqlite: Sqlite.Database) => expect(sqlite.prepare(half).all()).toEqual([]);
  const portal = await openMortalPortal(dataDir, autopsy, alone);
  const client = portal.client(cookie);
  const { port } = server.address() as AddressInfo;
  const ids: string[] = [];
  for (let site = 0; site < sites; site += 1) {
    const body = { url: `http://127.0.0.1:${port}/s${site}`, kind: "company", lifecycle: "live" } as const;
    ids.push((await client.website.create.mutate({ body })).id);
  }
  /** How many runs there are of the website that has had the fewest. */
  const runs = async () => {
    const counts = await askData(
      dataDir,
      sql<{
        runs: number;
      }>`select (select count(*) from legal_runs where website_id = w.id) as runs from websites as w`,
    );
    return Math.min(...counts.map((row) => row.runs));
  };
  const askAll = () => Promise.all(ids.map((id) => client.lookup.ask.mutate({ id, kind: "legal" })));
  // A new website is asked about by itself; asking again here might find some of them answered already.
  await vi.waitFor(async () => expect(await runs()).toBe(1), patience);

  for (round = 1; round <= rounds; round += 1) {
    const wanted = read + 1 + chance.below(sites);
    await askAll();
    await vi.waitFor(() => expect(read).toBeGreaterThanOrEqual(wanted), closely);
    await portal.kill();
    await vi.waitFor(async () => expect(await runs()).toBe(round + 1), patience);
  }
  await portal.stop();

  await readLeft(dataDir, (sqlite) => {
    const all = (statement: string) => sqlite.prepare(statement).all();
    const each = (of: object) => Array.from({ length: sites }, () => of);
    autopsy(sqlite);
    expect(all("select count(*) as runs from legal_runs group by website_id")).toEqual(each({ runs: rounds + 1 }));
    expect(
      all("select kind, count(*) as told from change_events where source = 'legal' group by target_id, kind"),
    ).toEqual(each({ kind: "legalPage", told: rounds }));
    expect(
      all(`select count(*) as found, min(evidence_json like '%§ 5 TMG%') as has_proof, max(gone_at) as gone_at
        from legal_findings where rule = 'outdated-tmg' group by website_id`),
    ).toEqual(each({ found: 1, has_proof: 1, gone_at: null }));
    expect(all("select target_id from lookups where claimed_by is not null or claimed_until is not null")).toEqual([]);
    expect(all("select target_id from lookups where kind = 'legal' and due_at <= answered_at")).toEqual([]);
  });
});

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
