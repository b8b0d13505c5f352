import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import Pusher from "pusher";
import WebSocket, { WebSocketServer } from "ws";
import { startBenchPortal } from "./bench-portal.ts";
import { during } from "./profile/recording.ts";
import { quantile, type Row } from "./table.ts";

const sockets = 1000;
const messages = 20;

/** One message to 1000 browsers: last arrival through our port and Soketi against a bare `ws` server in this run. */
export async function measureFanOut(): Promise<Row[]> {
  const what = `Live-Ereignis bis zum letzten von ${sockets} Browsern (Median von ${messages})`;
  const throughPortal = await portalFanOut(what);
  const bare = await bareFanOut();
  const [measured, limit] = [quantile(throughPortal, 0.5), quantile(bare, 0.5)];
  const ratio = measured / limit;
  return [
    {
      what,
      measured: `${measured.toFixed(1)} ms`,
      limit: `${limit.toFixed(1)} ms`,
      ratio: `${ratio.toFixed(2)} x`,
      aim: "≤ 1.3 x",
      isMet: ratio <= 1.3,
      share: limit / measured,
    },
  ];
}

async function portalFanOut(what: string): Promise<number[]> {
  const portal = await startBenchPortal();
  const { soketi } = JSON.parse(readFileSync(path.join(portal.dataDir, "secrets.json"), "utf8"));
  const port = JSON.parse(readFileSync(path.join(portal.dataDir, "soketi.run.json"), "utf8")).port as number;
  const publisher = new Pusher({
    appId: soketi.id,
    key: soketi.key,
    secret: soketi.secret,
    host: "127.0.0.1",
    port: String(port),
    useTLS: false,
  });
  const url = `${portal.url.replace("http", "ws")}/app/${soketi.key}?protocol=7&client=js&version=8.6.0`;
  const open = () =>
    new WebSocket(url, { headers: { cookie: portal.cookie, origin: portal.url }, perMessageDeflate: false });
  const clients = await connect(
    open,
    (client) => client.send('{"event":"pusher:subscribe","data":{"channel":"website"}}'),
    "subscription_succeeded",
  );
  const publish = () => publisher.trigger("website", "newWebsite", { website: { id: "w", name: "Weingut Amsel" } });
  const times = await during(what, () => timeRounds(clients, "newWebsite", publish));
  for (const client of clients) client.terminate();
  await portal.stop();
  return times;
}

async function bareFanOut(): Promise<number[]> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address() as { port: number };
  server.on("connection", (socket) => socket.send("ready"));
  const clients = await connect(
    () => new WebSocket(`ws://127.0.0.1:${address.port}`, { perMessageDeflate: false }),
    () => {},
    "ready",
  );
  const text = JSON.stringify({
    event: "newWebsite",
    channel: "website",
    data: JSON.stringify({ website: { id: "w", name: "Weingut Amsel" } }),
  });
  const times = await timeRounds(clients, "newWebsite", async () => {
    for (const socket of server.clients) socket.send(text);
  });
  for (const client of clients) client.terminate();
  server.close();
  http.close();
  return times;
}

async function connect(open: () => WebSocket, greet: (client: WebSocket) => void, ready: string): Promise<WebSocket[]> {
  const clients: WebSocket[] = [];
  for (let from = 0; from < sockets; from += 50) {
    const batch = Array.from({ length: 50 }, open);
    await Promise.all(
      batch.map(
        (client) =>
          new Promise<void>((resolve, reject) => {
            client.once("error", reject);
            client.once("open", () => greet(client));
            client.on("message", (text) => String(text).includes(ready) && resolve());
          }),
      ),
    );
    clients.push(...batch);
  }
  for (const client of clients) client.removeAllListeners("message");
  return clients;
}

async function timeRounds(clients: WebSocket[], event: string, fire: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < messages + 3; round += 1) {
    let missing = clients.length;
    const last = Promise.withResolvers<number>();
    for (const client of clients) {
      client.once("message", (text) => {
        if (!String(text).includes(event)) return;
        missing -= 1;
        if (missing === 0) last.resolve(performance.now());
      });
    }
    const begun = performance.now();
    await fire();
    const elapsed = (await last.promise) - begun;
    if (round >= 3) times.push(elapsed);
  }
  return times;
}
