import { readFileSync } from "node:fs";
import path from "node:path";
import { SuperJSON } from "superjson";
import WebSocket from "ws";
import { startBenchPortal } from "./bench-portal.ts";
import { quantile, type Row, rowAtMost } from "./table.ts";

const readers = 200;
const messages = 20;
const warmUp = 3;

/** A message in a chat: from sending it until the event of the last of 200 readers, through the portal and Soketi. */
export async function measureChat(): Promise<Row[]> {
  const portal = await startBenchPortal();
  try {
    const call = async (procedure: string, input: unknown) => {
      const response = await fetch(`${portal.url}/api/trpc/${procedure}`, {
        method: "POST",
        headers: { cookie: portal.cookie, origin: portal.url, "content-type": "application/json" },
        body: JSON.stringify(SuperJSON.serialize(input)),
      });
      if (!response.ok) throw new Error(`${procedure} answered ${response.status}`);
      return ((await response.json()) as { result: { data: { json: { id: string } } } }).result.data.json;
    };
    const named = (name: string) => ({ body: `Nachricht ${name}`, clientId: `nachricht-${name}` });
    const { id: chatId } = await call("chat.create", { title: "Messung", ...named("0") });
    const { soketi } = JSON.parse(readFileSync(path.join(portal.dataDir, "secrets.json"), "utf8"));
    const url = `${portal.url.replace("http", "ws")}/app/${soketi.key}?protocol=7&client=js&version=8.6.0`;
    const headers = { cookie: portal.cookie, origin: portal.url };
    const clients = await Promise.all(Array.from({ length: readers }, () => join(new WebSocket(url, { headers }))));
    const times: number[] = [];
    for (let round = 1; round <= messages + warmUp; round += 1) {
      const heard = Promise.all(clients.map(hearMessage));
      const begun = performance.now();
      await Promise.all([call("chat.send", { chatId, ...named(String(round)) }), heard]);
      if (round > warmUp) times.push(performance.now() - begun);
    }
    for (const client of clients) client.terminate();
    const [median, worst] = [quantile(times, 0.5), quantile(times, 0.99)];
    const note = ` (Maximum ${worst.toFixed(1)} ms)`;
    return [
      rowAtMost(`Chat-Nachricht bis zum letzten von ${readers} Lesern (Median von ${messages})`, median, {
        most: 100,
        unit: "ms",
        digits: 1,
        note,
      }),
    ];
  } finally {
    await portal.stop();
  }
}

function join(client: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    client.once("error", reject);
    client.once("open", () => client.send('{"event":"pusher:subscribe","data":{"channel":"wiki"}}'));
    client.on("message", (text) => String(text).includes("subscription_succeeded") && resolve(client));
  });
}

function hearMessage(client: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const listen = (text: unknown) => {
      if (!String(text).includes('"chatMessage"')) return;
      client.off("message", listen);
      resolve();
    };
    client.on("message", listen);
  });
}
