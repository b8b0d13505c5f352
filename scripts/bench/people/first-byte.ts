import { Agent } from "node:http";
import autocannon from "autocannon";
import { startAgency } from "../browser/agency.ts";
import { during } from "../profile/recording.ts";
import { quantile, type Row, rowAtLeast, rowAtMost } from "../table.ts";
import { askEvenly } from "./paced.ts";

const pages = { Dashboard: "/", "Liste der Websites": "/websites", Wiki: "/wiki" };
const leastPerSecond = 400;
const connections = 16;
const maxMs = 30;
const perSecond = 10;
const [warmUpSeconds, seconds, rateSeconds] = [3, 30, 4];

/** Pages as the server renders them: when their first byte comes at ten a second, and how many it renders at most. */
export async function measureFirstByte(): Promise<Row[]> {
  const portal = await startAgency();
  const agent = new Agent({ keepAlive: true });
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const asked = { url: `${portal.url}${path}`, cookie: portal.cookie, agent };
      const [first, rate] = [
        `${name}: erstes Byte, p99 bei ${perSecond} je Sekunde`,
        `${name}, auf dem Server gerendert`,
      ];
      await askEvenly({ perSecond, seconds: warmUpSeconds }, () => asked);
      const { firstByteMs } = await during(first, () => askEvenly({ perSecond, seconds }, () => asked));
      rows.push(rowAtMost(first, quantile(firstByteMs, 0.99), { most: maxMs, unit: "ms", digits: 1 }));
      const rendered = await during(rate, () => renderedPerSecond(asked));
      rows.push(rowAtLeast(rate, rendered, { least: leastPerSecond, unit: "/s" }));
    }
    return rows;
  } finally {
    agent.destroy();
    await portal.stop();
  }
}

async function renderedPerSecond({ url, cookie }: { url: string; cookie: string }): Promise<number> {
  const result = await autocannon({ url, connections, duration: rateSeconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return result.requests.average;
}
