import { requireValue } from "../../contract/narrowing.ts";
import type { Db } from "../../server/db/connection.ts";
import { createManyPages } from "../../server/sample/many-pages.ts";
import { createManyWebsites } from "../../server/sample/many-websites.ts";
import { startBenchPortal } from "./bench-portal.ts";
import type { Row } from "./table.ts";
import { clientOf } from "./worst/client.ts";
import { openCosts } from "./worst/costs.ts";
import { hostAll } from "./worst/hosting.ts";
import { openProbe } from "./worst/probe.ts";
import { attacks } from "./worst/requests.ts";

const websiteCount = Number(process.env.BENCH_WEBSITES ?? 100_000);
const pageCount = Number(process.env.BENCH_PAGES ?? 20_000);
const ofOneCustomer = 5000;
const shownCount = 20;
/** `BENCH_ONLY=Wiki` measures what is called so; `BENCH_COSTS=1` says what the longest turn of each went into. */
const only = new RegExp(process.env.BENCH_ONLY ?? "");
const saysCosts = process.env.BENCH_COSTS === "1";
const maxTurnMs = 100;
const maxMb = 700;

/**
 * The twenty worst requests that any role can send: how long the portal computed in one go, how long a second client,
 * which asks every 20 ms, waited meanwhile, and in brackets the client of a server that does nothing, so that a busy
 * machine shows; and how much memory the portal had at most.
 */
export async function measureWorst(): Promise<Row[]> {
  let customerId = "";
  let pageIds: string[] = [];
  let hosting = { providerId: "", hostId: "" };
  const fill = async (db: Db, userId: string) => {
    await createManyWebsites(db, websiteCount, userId);
    customerId = await gather(db);
    hosting = await hostAll(db, userId);
    pageIds = await createManyPages(db, pageCount, userId);
  };
  const portal = await startBenchPortal(fill, { isInspected: true, env: { SOCKETS_PER_USER: "" } });
  const client = clientOf(portal);
  const probe = await openProbe(portal);
  const costs = await openCosts(requireValue(portal.inspectorUrl), { isProfiled: saysCosts });
  const measured: (Row & { turnMs: number })[] = [];
  try {
    // The first call of each kind loads and compiles what is needed for it.
    await client.query("website.list", {});
    await client.query("page.read", { id: pageIds[0] });
    await client.get("/auth/signin", { cookie: "" });
    for (const [what, attack] of Object.entries(attacks)) {
      if (!only.test(what)) continue;
      let problem = "";
      await costs.begin();
      const begun = performance.now();
      const { stallMs, idleMs, peakMb } = await probe.during(async () => {
        await attack({ portal, client, customerId, pageIds, ...hosting }).catch((error: unknown) => {
          problem = ` (${error instanceof Error ? error.message : error})`;
        });
      });
      const turnMs = await costs.maxTurnMs();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const [turn, wait] = [`${Math.round(turnMs)} ms`, `${Math.round(stallMs)} ms (${Math.round(idleMs)} ms)`];
      const spent = `${Math.round(peakMb)} MB, ${seconds} s`;
      console.error([what + problem, turn, wait, spent].join(" | "));
      for (const cost of await costs.end()) console.error(`    ${cost}`);
      measured.push({
        what: what + problem,
        measured: turn,
        limit: wait,
        ratio: spent,
        aim: `≤ ${maxTurnMs} ms, < ${maxMb} MB`,
        isMet: turnMs <= maxTurnMs && peakMb < maxMb,
        turnMs,
      });
    }
  } finally {
    await probe.stop();
    costs.stop();
    await portal.stop();
  }
  return measured.sort((one, other) => other.turnMs - one.turnMs).slice(0, shownCount);
}

/** Gives one customer many websites, as a reseller has them. */
async function gather(db: Db): Promise<string> {
  const { id } = await db.selectFrom("customers").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
  const websites = db.selectFrom("websites").select("id").orderBy("id").limit(ofOneCustomer);
  await db.updateTable("websites").set({ customerId: id }).where("id", "in", websites).execute();
  await db.updateTable("searchDocuments").set({ parentId: id }).where("recordId", "in", websites).execute();
  return id;
}
