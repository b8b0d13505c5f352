import { once } from "node:events";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { answersOf } from "../../../contract/discoveries/discoveries.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import "../../../server/features/register.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { chanceOf } from "../../../tests/support/chance.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteHandler,
  startPage,
} from "../../../tests/support/discoveries/site-internet.ts";
import { openOffice } from "../../../tests/support/office.ts";
import { percent, type Row } from "../table.ts";

/** As many as one paste may have. */
const sites = 200;
const aimMinutes = 15;
/** How long a page keeps its visitor waiting, as websites of small companies do. */
const latency = { fromMs: 80, toMs: 900 } as const;
/** The way to a name server and back. */
const dnsLatencyMs = 25;

/**
 * Finding out about 200 pasted URLs whose pages and name servers take their time; the sites answer in the same process, and
 * slow it down. Pictures come from a worker of their own, which is measured by itself.
 */
export async function measureDiscoveries(): Promise<Row[]> {
  askReservedNames(true);
  const internet = await openSiteInternet();
  const servers = new Worker(path.join(import.meta.dirname, "name-servers.ts"), {
    workerData: { latencyMs: dnsLatencyMs },
  });
  const { below } = chanceOf(20261126);
  let answers = 0;
  let waitedMs = 0;
  const late =
    (body: string): SiteHandler =>
    (_, response) => {
      const waitMs = latency.fromMs + below(latency.toMs - latency.fromMs);
      answers += 1;
      waitedMs += waitMs;
      setTimeout(() => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body), waitMs);
    };
  const names = Array.from({ length: sites }, (_, at) => `betrieb-${at + 1}.test`);
  for (const [at, name] of names.entries()) {
    const imprint = imprintPage(`Betrieb ${at + 1} GmbH`, { street: `Hauptstraße ${at + 1}` });
    internet.sites.set(name, { pages: { "/": late(startPage(name)), "/impressum": late(imprint) } });
  }
  try {
    const [{ port }] = (await once(servers, "message")) as [{ port: number }];
    const office = await openOffice();
    const dns = { ...internetDns, port, roots: ["127.0.0.1"], anchors: [], now: office.services.now };
    const tools = { ...internet.tools, openDns: () => openDns({ ...dns, allowedNetworks: ["127.0.0.0/8"] }) };
    const member = await office.as(await office.hire());
    const { id } = await member.discovery.create({ urls: names });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    await runDiscoveries(office.services, tools);
    const ms = performance.now() - begun;
    delay.disable();
    const { urls } = await member.discovery.get({ id });
    const known = urls.filter(({ proposal }) => proposal.newCustomer?.name?.startsWith("Betrieb")).length;
    const graded = urls.filter(({ steps }) => answersOf(steps).mail?.grade).length;
    if (graded !== sites) throw new Error(`of ${sites} URLs ${graded} have a grade of their mail`);
    if (known !== sites) throw new Error(`of ${sites} URLs ${known} were found out about`);
    const perMinute = Math.round((sites * 60_000) / ms);
    return [
      {
        what: `Ein-Adresse-Anlage: ${sites} Adressen (${answers} Seiten, im Mittel ${Math.round(waitedMs / answers)} ms, und DNS)`,
        measured: `${perMinute.toLocaleString("de-DE")} je Minute`,
        limit: `${(ms / 1000).toFixed(1)} s`,
        ratio: percent(ms / (aimMinutes * 60_000)),
        aim: `${sites} in < ${aimMinutes} Minuten`,
        isMet: ms < aimMinutes * 60_000,
      },
      {
        what: "Verzögerung der Schleife bei der Ein-Adresse-Anlage, p99",
        measured: `${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
        limit: "20 ms",
        ratio: percent(delay.percentile(99) / 20e6),
        aim: "< 20 ms",
        isMet: delay.percentile(99) < 20e6,
      },
    ];
  } finally {
    await Promise.all([internet.close(), servers.terminate()]);
    askReservedNames(false);
  }
}
