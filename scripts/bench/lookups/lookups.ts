import { once } from "node:events";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { receiveDmarcReport } from "../../../server/features/dmarc/receive.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import "../../../server/features/register.ts";
import { openDns } from "../../../server/lookups/dns/resolver.ts";
import { askServer } from "../../../server/lookups/dns/wire.ts";
import { openOffice } from "../../../tests/support/office.ts";
import { percent, type Row } from "../table.ts";

const domains = 1000;
const reportBytes = 50 * 1024 * 1024;
const maxDelayMs = 20;

/** Looking at 1,000 domains in the DNS and reading a DMARC report of 50 MB, and what else the process can do meanwhile. */
export async function measureLookups(): Promise<Row[]> {
  return [...(await measureDns()), ...(await measureReport())];
}

async function measureDns(): Promise<Row[]> {
  askReservedNames(true);
  const servers = new Worker(path.join(import.meta.dirname, "name-servers.ts"));
  try {
    const [{ port }] = (await once(servers, "message")) as [{ port: number }];
    const office = await openOffice();
    const admin = await office.as(await office.hire({ role: "admin" }));
    const allowedNetworks = ["127.0.0.0/8"];
    await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
    for (let index = 0; index < domains; index += 1) await admin.domain.create({ body: { name: `d${index}.test` } });
    await deriveLookups(office.services, ["dns"]);
    const wire = { port, timeoutMs: 2500, allowedNetworks };
    const options = { ...wire, roots: ["127.0.0.1"], anchors: [], now: office.services.now };
    const tools = { openDns: () => openDns(options), rdapServerOf: () => undefined };
    const [asked, delayMs, ms] = await beside(() => runDueLookups(office.services, tools, { kinds: ["dns"] }));
    servers.postMessage("how many");
    const [{ asked: questions }] = (await once(servers, "message")) as [{ asked: number }];
    const looked = await office.services.db
      .selectFrom("lookups")
      .select("answerJson")
      .where("kind", "=", "dns")
      .execute();
    const whole = looked.filter(({ answerJson }) => answerJson?.includes('"state":"delegated"')).length;
    if (asked !== domains || whole !== domains) throw new Error(`${whole} of ${asked} domains were looked at`);
    const bareMs = await askBare(questions, wire);
    const perMinute = Math.round((domains * 60_000) / ms);
    return [
      {
        what: `DNS von ${domains.toLocaleString("de-DE")} Domains (${questions.toLocaleString("de-DE")} Fragen)`,
        measured: `${perMinute.toLocaleString("de-DE")} je Minute`,
        limit: `${Math.round(bareMs)} ms nackt`,
        ratio: percent(bareMs / ms),
        aim: "≥ 1.000 je Minute",
        isMet: perMinute >= 1000,
        share: bareMs / ms,
      },
      delayRow("beim DNS von 1.000 Domains", delayMs),
    ];
  } finally {
    await servers.terminate();
    askReservedNames(false);
  }
}

/** As many questions, eight at a time, with nothing else around them. */
async function askBare(questions: number, wire: Parameters<typeof askServer>[2]): Promise<number> {
  const begun = performance.now();
  let left = questions;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      await askServer("127.0.0.3", { name: "d1.test", type: "A" }, wire);
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return performance.now() - begun;
}

async function measureReport(): Promise<Row[]> {
  const [report, delayMs, ms] = await beside(() => receiveDmarcReport("bench", xml()));
  if (report.sources.length === 0) throw new Error("the report was not read");
  const [bytes, , bareMs] = await beside(async () => {
    let sum = 0;
    for await (const part of xml()) sum += part.length;
    return sum;
  });
  return [
    {
      what: `DMARC-Bericht von ${Math.round(bytes / 1024 / 1024)} MB lesen`,
      measured: `${(ms / 1000).toFixed(1)} s`,
      limit: `${Math.round(bareMs)} ms nur die Bytes`,
      ratio: (ms / bareMs).toFixed(0),
      aim: "< 60 s",
      isMet: ms < 60_000,
    },
    delayRow("beim Lesen des Berichts", delayMs),
  ];
}

async function* xml(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`<?xml version="1.0"?><feedback><report_metadata><org_name>Bench</org_name><report_id>1</report_id>
<date_range><begin>1763596800</begin><end>1763683199</end></date_range></report_metadata>
<policy_published><domain>d1.test</domain><p>reject</p></policy_published>`);
  let size = 0;
  for (let index = 0; size < reportBytes - 70_000; index += 1) {
    let part = "";
    while (part.length < 64 * 1024)
      part += `<record><row><source_ip>198.51.${(index >> 8) % 256}.${index % 256}</source_ip><count>3</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>d1.test</header_from></identifiers></record>`;
    size += part.length;
    yield Buffer.from(part);
  }
  yield Buffer.from("</feedback>");
}

/** What something came to, how long the process was held up meanwhile (p99), and how long it took. */
async function beside<Result>(work: () => Promise<Result>): Promise<[Result, number, number]> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  const result = await work();
  const ms = performance.now() - begun;
  delay.disable();
  return [result, delay.percentile(99) / 1e6, ms];
}

const delayRow = (when: string, delayMs: number): Row => ({
  what: `Verzögerung der Schleife ${when}, p99`,
  measured: `${delayMs.toFixed(1)} ms`,
  limit: `${maxDelayMs} ms`,
  ratio: percent(delayMs / maxDelayMs),
  aim: `< ${maxDelayMs} ms`,
  isMet: delayMs < maxDelayMs,
});
