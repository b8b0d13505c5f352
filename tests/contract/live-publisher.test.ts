import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { json } from "node:stream/consumers";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Signal } from "../../server/live/publisher.ts";
import { pusherPublisher } from "../../server/live/pusher-publisher.ts";

interface Batch {
  batch: { name: string; channel: string; data: string; socket_id?: string }[];
}

/** A push server that writes down what it is sent, and answers when it is told to. */
async function openPushServer({ status = 200, holds = false } = {}) {
  const answer = { status };
  const requests: Batch["batch"][] = [];
  const sockets = new Set<Socket>();
  let release = () => {};
  const released = holds
    ? new Promise<void>((resolve) => {
        release = resolve;
      })
    : Promise.resolve();
  const server = createServer(async (request: IncomingMessage, response) => {
    sockets.add(request.socket);
    requests.push(((await json(request)) as Batch).batch);
    await released;
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, answer, requests, sockets, release };
}

function openPublisher(port: number, { checksPayloads = true, isAlone = true } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = { id: "app", key: "key", secret: "secret" };
  const publisher = pusherPublisher({ app, port, log, checksPayloads, isAlone, disconnect: () => undefined });
  onTestFinished(() => publisher.drain());
  return { publisher, lines };
}

const website = (name: string): Signal => ({ event: "newWebsite", payload: { website: { id: "w1", name } } });
const notification = (title: string, toUserId?: string): Signal => ({
  event: "newNotification",
  payload: { notification: { id: "n1", title } },
  toUserId,
});

describe("publishing", () => {
  it("sends at most ten at once, in order, over one connection", async () => {
    const server = await openPushServer();
    const { publisher } = openPublisher(server.port);
    await publisher.publish(Array.from({ length: 23 }, (_, index) => website(`Website ${index}`)));
    await publisher.publish([website("Danach")]);
    expect(server.requests.map((batch) => batch.length)).toEqual([10, 10, 3, 1]);
    const names = server.requests.flat().map(({ data }) => JSON.parse(data).website.name);
    expect(names).toEqual([...Array.from({ length: 23 }, (_, index) => `Website ${index}`), "Danach"]);
    expect(server.sockets.size).toBe(1);
  });

  it("says by its position whether anything has been published, also where it could not be delivered", async () => {
    const server = await openPushServer();
    const { publisher } = openPublisher(server.port);
    const before = publisher.position?.();
    await publisher.publish([]);
    expect(publisher.position?.()).toBe(before);
    server.answer.status = 500;
    await publisher.publish([website("Neu")]);
    expect(publisher.position?.()).not.toBe(before);
    // After a restart nobody knows what was published before it.
    expect(openPublisher(server.port).publisher.position?.()).not.toBe(before);
  });

  it("has no position beside others who publish to the same browsers", async () => {
    const server = await openPushServer();
    expect(openPublisher(server.port, { isAlone: false }).publisher.position).toBeUndefined();
  });

  it("puts events of channels and of persons into one request and leaves the sender out", async () => {
    const server = await openPushServer();
    const { publisher } = openPublisher(server.port);
    await publisher.publish([{ ...website("Neu"), exceptSocketId: "12.34" }, notification("Für Jana", "u1")]);
    expect(server.requests).toMatchObject([
      [
        { channel: "website", name: "newWebsite", socket_id: "12.34" },
        { channel: "#server-to-user-u1", name: "newNotification" },
      ],
    ]);
  });

  it("does not pass on a socket id that is none", async () => {
    const server = await openPushServer();
    const { publisher } = openPublisher(server.port);
    await publisher.publish([{ ...website("Neu"), exceptSocketId: "12.34:x" }]);
    expect(server.requests[0]?.[0]).not.toHaveProperty("socket_id");
  });
});

describe("a failure", () => {
  it.each([
    ["of the push server", async () => (await openPushServer({ status: 500 })).port],
    ["to reach it", async () => 1],
  ])("%s is logged without the payload and without a secret, and nothing is thrown", async (_case, findPort) => {
    const { publisher, lines } = openPublisher(await findPort());
    await expect(publisher.publish([notification("Geheimer Titel", "u1")])).resolves.toBeUndefined();
    expect(lines).toMatchObject([{ level: 40, events: ["newNotification"], msg: "live events not delivered" }]);
    expect(JSON.stringify(lines)).not.toMatch(/Geheimer|auth_signature|secret/);
  });

  it("that lasts is logged once, with how many events it cost when they get through again", async () => {
    const server = await openPushServer({ status: 500 });
    const { publisher, lines } = openPublisher(server.port);
    await publisher.publish(Array.from({ length: 12 }, (_, index) => website(`Website ${index}`)));
    await publisher.publish([website("Danach")]);
    server.answer.status = 200;
    for (const name of ["Wieder", "Weiter"]) await publisher.publish([website(name)]);
    expect(lines.map(({ level, msg, lost }) => [level, msg, lost])).toEqual([
      [40, "live events not delivered", undefined],
      [30, "live events delivered again", 13],
    ]);
  });

  it("of one payload is logged by its fields, and the others go out", async () => {
    const server = await openPushServer();
    const { publisher, lines } = openPublisher(server.port);
    const wrong = { event: "newWebsite", payload: { website: { id: "w1", name: 7, token: "geheim" } } } as never;
    await publisher.publish([wrong, notification("Ohne Empfänger"), website("Richtig")]);
    expect(server.requests.flat().map(({ data }) => JSON.parse(data))).toEqual([
      { website: { id: "w1", name: "Richtig" } },
    ]);
    expect(lines.map(({ event, problem }) => [event, problem])).toEqual([
      ["newWebsite", "website.name invalid_type, website unrecognized_keys"],
      ["newNotification", "no recipient"],
    ]);
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });
});

describe("drain()", () => {
  it("waits for what is under way", async () => {
    const server = await openPushServer({ holds: true });
    const { publisher } = openPublisher(server.port);
    void publisher.publish([website("Zuletzt")]);
    let isDrained = false;
    const drained = publisher.drain().then(() => {
      isDrained = true;
    });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(isDrained).toBe(false);
    server.release();
    await drained;
    expect(isDrained).toBe(true);
  });

  it("has nothing to wait for when nothing was sent", async () => {
    await expect(openPublisher(1).publisher.drain()).resolves.toBeUndefined();
  });
});
