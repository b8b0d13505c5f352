import autocannon from "autocannon";
import { SuperJSON } from "superjson";
import { entriesOf, isKeyOf } from "../../contract/narrowing.ts";
import { listNotifications } from "../../server/features/notifications/queries.ts";
import { startBenchPortal } from "./bench-portal.ts";
import { during } from "./profile/recording.ts";
import { recordSql } from "./recorded-sql.ts";
import { startSqlLimit } from "./sql-limit.ts";
import { percent, type Row } from "./table.ts";

const seconds = 4;
const connections = 16;
const rounds = 3;
const rowNames = {
  badge: "notification.list, Zähler der Glocke",
  list: "notification.list, 10 Zeilen",
  shell: "Hülle, auf dem Server gerendert",
};

/** RPC reads against the same SQL behind bare node:http, and the rendered shell; best of three alternating rounds. */
export async function measureReads(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const rpc = (procedure: string, input: unknown) =>
    `${portal.url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)))}`;
  const asked = {
    badge: { page: 1, limit: 1, where: { forUserId: portal.userId, read: false } },
    list: { page: 1, limit: 10, where: { forUserId: portal.userId } },
  };
  const person = { id: portal.userId, role: "admin" } as const;
  const record = (input: typeof asked.badge | typeof asked.list) =>
    recordSql(portal.dataDir, (db) => listNotifications(db, person, input));
  const limit = await startSqlLimit(portal, { badge: await record(asked.badge), list: await record(asked.list) });
  const paths = {
    badge: rpc("notification.list", asked.badge),
    badgeLimit: limit.url("badge"),
    list: rpc("notification.list", asked.list),
    listLimit: limit.url("list"),
    shell: `${portal.url}/`,
  };
  const best: Record<string, number> = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, url] of entriesOf(paths)) {
        const perSecond = await during(isKeyOf(rowNames, name) ? rowNames[name] : name, () =>
          requestsPerSecond(url, portal.cookie),
        );
        best[name] = Math.max(best[name] ?? 0, perSecond);
      }
    }
  } finally {
    limit.stop();
    await portal.stop();
  }
  const ratioRow = (name: "badge" | "list"): Row => {
    const [measured, most] = [best[name] ?? 0, best[`${name}Limit`] ?? 0];
    const ratio = measured / most;
    return {
      what: rowNames[name],
      measured: perSecond(measured),
      limit: perSecond(most),
      ratio: percent(ratio),
      aim: "≥ 50 %",
      isMet: ratio >= 0.5,
      share: ratio,
    };
  };
  const shellShare = (best.shell ?? 0) / (best.badgeLimit ?? 0);
  return [
    ratioRow("badge"),
    ratioRow("list"),
    {
      what: rowNames.shell,
      measured: perSecond(best.shell ?? 0),
      limit: perSecond(best.badgeLimit ?? 0),
      ratio: percent(shellShare),
      aim: "≥ 400 /s",
      isMet: (best.shell ?? 0) >= 400,
      share: shellShare,
    },
  ];
}

const perSecond = (value: number) => `${Math.round(value)} /s`;

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return result.requests.average;
}
