import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { closeCode } from "../uws/local-server.ts";
import { type Front, openFront } from "./portal-front.ts";
import { app, type Running, runSoketi } from "./running-soketi.ts";

let soketi: Running;
beforeAll(async () => {
  soketi = await runSoketi();
});
afterAll(() => soketi.stop());

const ada = { sessionId: "s-ada", userId: "u-ada" };
const bob = { sessionId: "s-bob", userId: "u-bob" };

async function front(options: Partial<Parameters<typeof openFront>[0]> = {}): Promise<Front> {
  const opened = await openFront({ soketiPort: () => soketi.port, ...options });
  opened.sessions.set("ada", ada).set("bob", bob);
  return opened;
}

/** All that a client has been sent; the first message may come with the answer to the handshake. */
const messagesOf = new Map<WebSocket, string[]>();

interface Visit {
  cookie?: string;
  origin?: string;
  path?: string;
}

/** A browser's attempt; resolves with the open socket or with the status that refuses it. */
async function visit(front: Front, given: Visit = {}): Promise<WebSocket | number> {
  const { cookie = "session=ada", origin = front.origin, path = `/app/${app.key}?protocol=7` } = given;
  const headers = { ...(cookie && { cookie }), ...(origin && { origin }) };
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  const messages: string[] = [];
  messagesOf.set(socket, messages);
  socket.on("message", (text) => messages.push(String(text)));
  return await Promise.race([
    once(socket, "open").then(() => socket),
    once(socket, "unexpected-response").then(([, response]) => (response as IncomingMessage).statusCode as number),
  ]);
}

async function admitted(front: Front, given: Visit = {}): Promise<WebSocket> {
  const socket = await visit(front, given);
  if (typeof socket === "number") throw new Error(`refused with ${socket}`);
  return socket;
}

test.each<[number, string, Visit]>([
  [401, "without a cookie", { cookie: "" }],
  [401, "with an unknown session", { cookie: "session=eve" }],
  [403, "without an Origin", { origin: "" }],
  [403, "from another site", { origin: "https://elsewhere.example" }],
  [404, "with another app key", { path: "/app/app-key" }],
  [404, "with a path below the app key", { path: `/app/${app.key}/more` }],
])("a connection is refused with %i %s", async (status, _name, given) => {
  const portal = await front();
  expect(await visit(portal, given)).toBe(status);
  expect(portal.proxy.openCount()).toBe(0);
});

test("while Soketi is away a connection is refused with 503, and works again afterwards", async () => {
  const gone = createServer();
  await once(gone.listen(0, "127.0.0.1"), "listening");
  const { port: freePort } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");
  let port = freePort;
  const portal = await front({ soketiPort: () => port });
  expect(await visit(portal)).toBe(503);
  expect(portal.proxy.openCount()).toBe(0);
  port = soketi.port;
  expect(await visit(portal)).toBeInstanceOf(WebSocket);
});

test("a session check that fails refuses with 503", async () => {
  const portal = await front({ whileChecking: () => Promise.reject(new Error("database")) });
  expect(await visit(portal)).toBe(503);
});

test("other upgrades are left to others, or ended where nobody else answers", async () => {
  const patient = await front();
  const socket = new WebSocket(`ws://127.0.0.1:${patient.port}/@vite/client`);
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  await admitted(patient);
  expect(socket.readyState).toBe(WebSocket.CONNECTING);
  expect(patient.requests).toHaveLength(1);
  const strict = await front({ refuseOthers: true });
  expect(await visit(strict, { path: "/@vite/client" })).toBe(404);
});

test("a session that ends while it is being checked gets no socket", async () => {
  let endSession = () => {};
  const portal = await front({ whileChecking: async () => endSession() });
  endSession = () => portal.proxy.closeSession(ada.sessionId);
  expect(await visit(portal)).toBe(401);
  endSession = () => portal.proxy.closeUser(ada.userId);
  expect(await visit(portal)).toBe(401);
  endSession = () => portal.proxy.closeSession(bob.sessionId);
  expect(await visit(portal)).toBeInstanceOf(WebSocket);
});

test("cookies and other headers stay in the portal; path, query and handshake reach Soketi", async () => {
  const received: IncomingMessage[] = [];
  const listener = createServer();
  listener.on("upgrade", (request, socket) => {
    received.push(request);
    socket.end("HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n");
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  const portal = await front({ soketiPort: () => port });
  expect(await visit(portal, { path: `/app/${app.key}?protocol=7&client=js` })).toBe(418);
  const [request] = received;
  expect(request?.url).toBe(`/app/${app.key}?protocol=7&client=js`);
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    "connection",
    "host",
    "sec-websocket-extensions",
    "sec-websocket-key",
    "sec-websocket-version",
    "upgrade",
    "x-forwarded-for",
  ]);
  expect(request?.headers["x-forwarded-for"]).toBe("127.0.0.1");
});

test("messages pass in both directions, also those sent before the answer", async () => {
  const portal = await front();
  const socket = await admitted(portal);
  socket.send(JSON.stringify({ event: "pusher:ping", data: {} }));
  await vi.waitFor(() => expect(messagesOf.get(socket)?.at(-1)).toContain("pusher:pong"));
  expect(messagesOf.get(socket)?.[0]).toContain("pusher:connection_established");

  const early = connect(portal.port, "127.0.0.1");
  onTestFinished(() => void early.destroy());
  const ping = Buffer.from(JSON.stringify({ event: "pusher:ping" }));
  const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const head = `GET /app/${app.key} HTTP/1.1\r\nHost: x\r\nOrigin: ${portal.origin}\r\nCookie: session=ada\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`;
  early.write(Buffer.concat([Buffer.from(head), Buffer.from([0x81, 0x80 | ping.length, 0, 0, 0, 0]), ping]));
  let heard = "";
  early.on("data", (chunk) => {
    heard += chunk;
  });
  await vi.waitFor(() => expect(heard).toContain("pusher:pong"));
});

test("a close code of Soketi reaches the browser, and a close of the browser reaches Soketi", async () => {
  const portal = await front();
  const socket = await admitted(portal);
  const cut = closeCode(socket);
  socket.send("not a message of the protocol");
  expect(await cut).toBe(1007);
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));

  const leaving = await admitted(portal);
  const code = closeCode(leaving);
  leaving.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "website" } }));
  await vi.waitFor(async () => expect(await subscribers("website")).toBe(1));
  leaving.close(4000);
  expect(await code).toBe(4000);
  await vi.waitFor(async () => expect(await subscribers("website")).toBe(0));
});

test("ending a session closes its sockets at once and no others; ending a user closes all of his", async () => {
  const portal = await front();
  portal.sessions.set("phone", { sessionId: "s-phone", userId: ada.userId });
  const [desk, tab, phone, other] = await Promise.all(
    ["ada", "ada", "phone", "bob"].map((session) => admitted(portal, { cookie: `session=${session}` })),
  );
  const closed = [desk, tab].map((socket) => closeCode(socket as WebSocket));
  portal.proxy.closeSession(ada.sessionId);
  expect(await Promise.all(closed)).toEqual([1006, 1006]);
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(2));
  const phoneClosed = closeCode(phone as WebSocket);
  portal.proxy.closeUser(ada.userId);
  expect(await phoneClosed).toBe(1006);
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(1));
  expect(other?.readyState).toBe(WebSocket.OPEN);
  portal.proxy.closeUser("nobody");
  expect(portal.proxy.openCount()).toBe(1);
});

test("when Soketi dies its browsers hear it, and nothing stays open", async () => {
  const mortal = await runSoketi();
  onTestFinished(() => mortal.stop());
  const portal = await front({ soketiPort: () => mortal.port });
  const closed = closeCode(await admitted(portal));
  process.kill(Number(mortal.pid()), "SIGKILL");
  expect(await closed).toBe(1006);
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));
  await vi.waitFor(async () => expect(await visit(portal)).toBeInstanceOf(WebSocket), { interval: 200 });
});

test("200 connections, ended in every way, leave nothing behind", async () => {
  const portal = await front();
  for (let round = 0; round < 20; round++) {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => admitted(portal)));
    for (const socket of sockets) socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "wiki" } }));
    await vi.waitFor(async () => expect(await subscribers("wiki")).toBe(10));
    expect(portal.proxy.openCount()).toBe(10);
    for (const [index, socket] of sockets.entries()) {
      if (index % 4 === 0) socket.close();
      else if (index % 4 === 1) socket.terminate();
      else if (index % 4 === 2) socket.send("wrong");
    }
    await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(2));
    portal.proxy.closeUser(ada.userId);
    await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));
    await vi.waitFor(async () => expect(await subscribers("wiki")).toBe(0));
  }
});

test("of one person only so many are open at once, the next hears why it is closed, and one that has closed makes room", async () => {
  const portal = await front({ socketsPerUser: 3 });
  const opened = await Promise.all([admitted(portal), admitted(portal), admitted(portal)]);
  const fourth = await admitted(portal);
  expect(await closeCode(fourth)).toBe(4100);
  expect(messagesOf.get(fourth)).toEqual([]);
  expect(portal.proxy.openCount()).toBe(3);
  expect(await visit(portal, { cookie: "session=bob" })).toBeInstanceOf(WebSocket);
  for (const socket of opened) socket.close();
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(1));
  const next = await admitted(portal);
  await vi.waitFor(() => expect(messagesOf.get(next)).toHaveLength(1));
});

test("connections given up during the check leave nothing behind", async () => {
  const portal = await front({ whileChecking: () => new Promise((resolve) => setImmediate(resolve)) });
  for (let round = 0; round < 20; round++) {
    const socket = new WebSocket(`ws://127.0.0.1:${portal.port}/app/${app.key}`, {
      headers: { cookie: "session=ada", origin: portal.origin },
    });
    socket.on("error", () => {});
    await vi.waitFor(() => expect(portal.requests).toHaveLength(round + 1), { interval: 1 });
    socket.terminate();
  }
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));
});

test("the activity timeout of the spec is announced, and nothing else of the first message is touched", async () => {
  const portal = await front();
  const socket = await admitted(portal);
  await vi.waitFor(() => expect(messagesOf.get(socket)).toHaveLength(1));
  const { event, data } = JSON.parse(messagesOf.get(socket)?.[0] ?? "");
  expect({ event, ...JSON.parse(data) }).toEqual({
    event: "pusher:connection_established",
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
    activity_timeout: 180,
  });
});

test("an idle browser keeps its socket where silence would end it, and hears only the pong that it asked for", async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  let pings = 0;
  server.on("connection", (upstream) => {
    // As Soketi does, with 20 turns of 50 ms instead of 120 s: however long a turn takes, the gateway has its own.
    let silentTurns = 0;
    const silence = setInterval(() => {
      silentTurns += 1;
      if (silentTurns > 20) upstream.close(4201);
    }, 50);
    upstream.on("close", () => clearInterval(silence));
    upstream.on("message", (text) => {
      if (JSON.parse(String(text)).event !== "pusher:ping") return;
      pings += 1;
      silentTurns = 0;
      upstream.send(JSON.stringify({ event: "pusher:pong", data: {} }));
    });
    upstream.send(JSON.stringify({ event: "pusher:connection_established", data: '{"socket_id":"1.1"}' }));
  });
  await once(server, "listening");
  const portal = await front({ soketiPort: () => (server.address() as AddressInfo).port, keepAliveMs: 50 });
  const socket = await admitted(portal);
  await vi.waitFor(() => expect(pings).toBeGreaterThan(30));
  const before = pings;
  socket.send(JSON.stringify({ event: "pusher:ping", data: {} }));
  await vi.waitFor(() => expect(pings).toBeGreaterThan(before + 3));
  const heard = messagesOf.get(socket)?.map((text) => JSON.parse(text).event);
  expect(heard).toEqual(["pusher:connection_established", "pusher:pong"]);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

/** How many sockets Soketi itself counts in the channel. */
async function subscribers(channel: string): Promise<number> {
  const answer = await soketi.publisher.get({ path: `/channels/${channel}` });
  return (await answer.json()).subscription_count;
}
