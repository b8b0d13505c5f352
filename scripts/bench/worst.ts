import type { Db } from "../../server/db/connection.ts";
import { createManyPages } from "../../server/sample/many-pages.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { startBenchPortal } from "./bench-portal.ts";
import type { Row } from "./table.ts";
import { clientOf } from "./worst/client.ts";
import { openProbe } from "./worst/probe.ts";
import { attacks } from "./worst/requests.ts";

const websiteCount = 100_000;
const pageCount = 20_000;
const ofOneCustomer = 5000;
const shownCount = 20;
const maxStallMs = 100;
const maxMb = 700;

/**
 * The twenty worst requests that any role can send: how long a second client, which asks every 20 ms, waited meanwhile,
 * and how much memory the portal had at most.
 */
export async function measureWorst(): Promise<Row[]> {
  let customerId = "";
  let pageIds: string[] = [];
  const portal = await startBenchPortal(async (db, userId) => {
    await createManyWebsites(db, websiteCount, userId);
    customerId = await gather(db);
    pageIds = await createManyPages(db, pageCount, userId);
  });
  const client = clientOf(portal);
  const probe = openProbe(portal);
  const measured: (Row & { stallMs: number })[] = [];
  try {
    // The first call of each kind loads and compiles what is needed for it.
    await client.query("website.list", {});
    await client.query("page.read", { id: pageIds[0] });
    await client.get("/auth/signin", { cookie: "" });
    for (const [what, attack] of Object.entries(attacks)) {
      let problem = "";
      const begun = performance.now();
      const { stallMs, peakMb } = await probe.during(async () => {
        await attack({ portal, client, customerId, pageIds }).catch((error: unknown) => {
          problem = ` (${error instanceof Error ? error.message : error})`;
        });
      });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.error(`${what}: ${Math.round(stallMs)} ms, ${Math.round(peakMb)} MB, ${seconds} s${problem}`);
      measured.push({
        what: what + problem,
        measured: `${Math.round(stallMs)} ms`,
        limit: `${Math.round(peakMb)} MB`,
        ratio: `${seconds} s`,
        aim: `≤ ${maxStallMs} ms, < ${maxMb} MB`,
        isMet: stallMs <= maxStallMs && peakMb < maxMb,
        stallMs,
      });
    }
  } finally {
    await probe.stop();
    await portal.stop();
  }
  return measured.sort((one, other) => other.stallMs - one.stallMs).slice(0, shownCount);
}

/** Gives one customer many websites, as a reseller has them. */
async function gather(db: Db): Promise<string> {
  const { id } = await db.selectFrom("customers").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  const websites = db.selectFrom("websites").select("id").orderBy("id").limit(ofOneCustomer);
  await db.updateTable("websites").set({ customerId: id }).where("id", "in", websites).execute();
  await db.updateTable("searchDocuments").set({ parentId: id }).where("recordId", "in", websites).execute();
  return id;
}
