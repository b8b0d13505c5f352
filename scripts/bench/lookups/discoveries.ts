import { monitorEventLoopDelay } from "node:perf_hooks";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import "../../../server/features/register.ts";
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

/** Finding out about 200 pasted URLs whose pages take their time; the sites answer in the same process, and slow it down. */
export async function measureDiscoveries(): Promise<Row[]> {
  askReservedNames(true);
  const internet = await openSiteInternet();
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
  const names = Array.from({ length: sites }, (_, at) => `betrieb-${at + 1}.example`);
  for (const [at, name] of names.entries()) {
    const imprint = imprintPage(`Betrieb ${at + 1} GmbH`, { street: `Hauptstraße ${at + 1}` });
    internet.sites.set(name, { pages: { "/": late(startPage(name)), "/impressum": late(imprint) } });
  }
  try {
    const office = await openOffice();
    const member = await office.as(await office.hire());
    const { id } = await member.discovery.create({ urls: names });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    await runDiscoveries(office.services, internet.tools);
    const ms = performance.now() - begun;
    delay.disable();
    const { urls } = await member.discovery.get({ id });
    const known = urls.filter(({ proposal }) => proposal.newCustomer?.name?.startsWith("Betrieb")).length;
    if (known !== sites) throw new Error(`of ${sites} URLs ${known} were found out about`);
    const perMinute = Math.round((sites * 60_000) / ms);
    return [
      {
        what: `Ein-Adresse-Anlage: ${sites} Adressen (${answers} Seiten, im Mittel ${Math.round(waitedMs / answers)} ms)`,
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
    await internet.close();
    askReservedNames(false);
  }
}
