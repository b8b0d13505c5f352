import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { derivePreviews } from "../../../server/features/previews/derive.ts";
import { takeDuePreviews } from "../../../server/features/previews/run.ts";
import "../../../server/features/register.ts";
import { openOffice } from "../../../tests/support/office.ts";
import { aForeignBrowser, whyNoBrowser } from "../../../tests/support/pages/browser.ts";
import { ownProcesses, readProcess } from "../../../tests/support/pages/processes.ts";
import { removeTemporaryFolders } from "../../../tests/support/temporary-folders.ts";
import { drawPage } from "../../demo/sites/designs.ts";
import { percent, type Row } from "../table.ts";

const sites = 10;
const aimPerMinute = 10;
/** The browser is replaced when it takes more. */
const maxMb = 1400;
const sampleEveryMs = 500;

/** Pictures of websites, each as a desktop and a phone show it, and what they take; nothing where no browser starts. */
export async function measurePreviews(): Promise<Row[]> {
  const reason = await whyNoBrowser();
  if (reason) {
    console.log(`Vorschauen: ausgelassen, ${reason}`);
    return [];
  }
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    const { css, body } = drawPage(name, { company: name, isShop: false, topics: ["Team"], slogan: "Guten Tag" });
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="de"><title>${name}</title><style>${css}</style>${body}`);
  }).listen(0, "127.0.0.1");
  const browser = aForeignBrowser();
  let peakMb = 0;
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, usedMb());
  }, sampleEveryMs);
  try {
    const office = await openOffice();
    office.services.browser = browser;
    const admin = await office.as(await office.hire({ role: "admin" }));
    const allowedNetworks = ["127.0.0.0/8"];
    await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
    const { port } = server.address() as AddressInfo;
    for (let index = 0; index < sites; index += 1)
      await admin.website.create({ body: { url: `http://127.0.0.1:${port}/seite-${index}`, lifecycle: "live" } });
    await derivePreviews(office.services);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    await takeDuePreviews(office.services);
    const ms = performance.now() - begun;
    delay.disable();
    const taken = await office.services.db
      .selectFrom("previews")
      .select("websiteId")
      .where("desktopKey", "is not", null);
    const count = (await taken.where("mobileKey", "is not", null).execute()).length;
    if (count !== sites) throw new Error(`of ${sites} websites ${count} have both pictures`);
    const perMinute = (sites * 60_000) / ms;
    const delayMs = delay.percentile(99) / 1e6;
    return [
      {
        what: `Vorschauen von ${sites} Websites, Desktop und Telefon`,
        measured: `${perMinute.toFixed(1).replace(".", ",")} je Minute`,
        limit: `${(ms / 1000).toFixed(1)} s`,
        ratio: percent(aimPerMinute / perMinute),
        aim: `≥ ${aimPerMinute} je Minute`,
        isMet: perMinute >= aimPerMinute,
      },
      {
        what: "Speicher des Browsers dabei, höchstens",
        measured: `${Math.round(peakMb)} MB`,
        limit: `${maxMb} MB`,
        ratio: percent(peakMb / maxMb),
        aim: `< ${maxMb} MB`,
        isMet: peakMb < maxMb,
      },
      {
        what: "Verzögerung der Schleife bei Vorschauen, p99",
        measured: `${delayMs.toFixed(1)} ms`,
        limit: "20 ms",
        ratio: percent(delayMs / 20),
        aim: "< 20 ms",
        isMet: delayMs < 20,
      },
    ];
  } finally {
    clearInterval(sampling);
    await browser.stop();
    server.close();
    removeTemporaryFolders();
  }
}

/** What all processes below this one take, shared memory counted once. */
function usedMb(): number {
  const kilobytes = ownProcesses().map((id) =>
    Number(/^Pss:\s+(\d+)/m.exec(readProcess(id, "smaps_rollup") ?? "")?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
