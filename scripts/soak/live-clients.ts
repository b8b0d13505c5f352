import { setTimeout as pause } from "node:timers/promises";
import type WebSocket from "ws";
import { fieldsIn } from "../../contract/narrowing.ts";
import type { BenchPortal } from "../bench/bench-portal.ts";
import { openLiveSocket } from "../bench/people/live-socket.ts";
import { quantile } from "../bench/table.ts";

/** Twenty people with a tab each, ten times. */
const staying = 200;
const changing = 20;
const changeEveryMs = 1000;
const arrivalLimitMs = 10_000;
/** Pusher-js says something where it hears nothing for so long. */
const pingEveryMs = 60_000;

export interface LiveClients {
  /** Says that the website of this name is about to be created: each of those that stay hears of it once. */
  expect(name: string): void;
  /** How long news took since the last call, and how many did not arrive within ten seconds. */
  take(): Promise<{ liveP95Ms: number; lost: number }>;
  close(): Promise<void>;
}

/** Browsers that listen to live events; beside them some come and go all the time. */
export async function openLiveClients(portal: BenchPortal): Promise<LiveClients> {
  const begun = new Map<string, number>();
  let times: number[] = [];
  let expected = 0;
  const onNews = (name: string) => {
    const at = begun.get(name);
    if (at !== undefined) times.push(performance.now() - at);
  };
  const clients: WebSocket[] = [];
  while (clients.length < staying)
    clients.push(...(await Promise.all(Array.from({ length: 20 }, () => openClient(portal, onNews)))));
  const coming = await Promise.all(Array.from({ length: changing }, () => openClient(portal)));
  let refused = 0;
  let isClosed = false;
  const changes = (async () => {
    while (!isClosed) {
      coming.shift()?.close();
      const next = await openClient(portal).catch(() => undefined);
      if (next) coming.push(next);
      else refused += 1;
      await pause(changeEveryMs);
    }
  })();
  const pings = setInterval(() => {
    for (const client of clients) client.send('{"event":"pusher:ping","data":{}}');
  }, pingEveryMs);
  return {
    expect(name) {
      begun.set(name, performance.now());
      expected += staying;
    },
    async take() {
      for (const until = performance.now() + arrivalLimitMs; times.length < expected && performance.now() < until; )
        await pause(50);
      const taken = { liveP95Ms: Math.round(quantile(times, 0.95)), lost: expected - times.length + refused };
      begun.clear();
      [times, expected, refused] = [[], 0, 0];
      return taken;
    },
    async close() {
      isClosed = true;
      clearInterval(pings);
      await changes;
      for (const client of [...clients, ...coming]) client.terminate();
    },
  };
}

/** Resolves once it is signed in and hears of websites. */
const openClient = (portal: BenchPortal, onNews?: (name: string) => void): Promise<WebSocket> =>
  openLiveSocket(portal, {
    channel: "website",
    onEvent: (event, { website }) => {
      if (event === "newWebsite") onNews?.(String(fieldsIn(website).name));
    },
  });
