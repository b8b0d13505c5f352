import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { repetitions } from "../support/repetitions.ts";
import { closeCode, openSocket } from "../uws/local-server.ts";
import { connectClient, heard } from "./live-client.ts";
import { app, createPublisher, type Running, runSoketi } from "./running-soketi.ts";

let soketi: Running;
let pid: number | undefined;
beforeAll(async () => {
  soketi = await runSoketi();
  pid = soketi.pid();
});
afterAll(() => soketi.stop());

/** The same numbers in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}
type Dice = ReturnType<typeof seeded>;

async function expectUndisturbed(): Promise<void> {
  const client = connectClient(soketi.port, soketi.publisher, { id: "u-ada", name: "Ada" });
  const list = client.subscribe("presence-user-list");
  expect(await heard(list, "pusher:subscription_succeeded")).toMatchObject({ count: 1 });
  const event = heard(list, "newWebsite");
  await soketi.publisher.trigger("presence-user-list", "newWebsite", { id: "w1" });
  expect(await event).toEqual({ id: "w1" });
  expect(soketi.pid()).toBe(pid);
  expect(soketi.lines.filter(({ msg }) => /rejection|uncaught|failed/i.test(msg))).toEqual([]);
}

const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "website",
  "presence-x",
  "private-x",
  "#server-to-user-1",
  "__proto__",
  "client-x",
  [],
  [1],
  {},
  { toString: 1 },
  { length: -1 },
  { channel: "website" },
  ["website"],
  "x".repeat(300),
  "\ud800",
  "null",
  "{}",
];
const events = [
  "pusher:subscribe",
  "pusher:unsubscribe",
  "pusher:signin",
  "pusher:ping",
  "client-x",
  "pusher:error",
  "note",
];
const fields = ["channel", "auth", "channel_data", "user_data", "toString", "__proto__"];

function pusherFrame(dice: Dice): string {
  const data = Object.fromEntries(fields.filter(() => dice.below(2) === 0).map((field) => [field, dice.pick(strange)]));
  const frame = {
    event: dice.below(8) === 0 ? dice.pick(strange) : dice.pick(events),
    data: dice.below(4) === 0 ? dice.pick(strange) : data,
    channel: dice.pick(strange),
  };
  const text = JSON.stringify(frame);
  const mutation = dice.below(10);
  if (mutation === 0) return text.slice(0, dice.below(text.length));
  if (mutation === 1) return JSON.stringify(dice.pick(strange));
  return text;
}

test("no message of the Pusher protocol, however wrong, stops Soketi", async () => {
  const dice = seeded(20_261);
  for (let round = 0; round < repetitions(150, 3000); round++) {
    const socket = await openSocket(`ws://127.0.0.1:${soketi.port}/app/${app.key}`);
    for (let count = 0; count < 10; count++) socket.send(pusherFrame(dice), { binary: dice.below(5) === 0 });
    const closed = closeCode(socket);
    socket.close(4000);
    expect([1000, 1007, 4000, 4009]).toContain(await closed);
  }
  await expectUndisturbed();
});

function bytes(dice: Dice): Buffer {
  const noise = Buffer.from(Array.from({ length: dice.below(200) }, () => dice.below(256)));
  if (dice.below(2) === 0) return noise;
  const head = [
    dice.pick([0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8a, 0xc1, 0x83]),
    dice.pick([0x80, 0xfe, 0xff, 0x85, 0x05]),
  ];
  return Buffer.concat([Buffer.from(head), noise]);
}

test("no bytes on an open socket stop Soketi", async () => {
  const dice = seeded(7);
  const key =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const opening = Buffer.from(`GET /app/${app.key} HTTP/1.1\r\nHost: localhost\r\n${key}\r\n\r\n`);
  for (let round = 0; round < repetitions(200, 4000); round++) {
    const socket = connect(soketi.port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    socket.resume();
    socket.write(opening);
    for (let count = 0; count < 3; count++) socket.write(bytes(dice));
    if (dice.below(2) === 0) socket.end();
    else socket.once("data", () => socket.resetAndDestroy());
    await closed;
  }
  await expectUndisturbed();
});

const bodies = [
  "",
  "null",
  "[]",
  "{}",
  '{"name":"a"}',
  '{"name":"a","channels":"b","data":"c"}',
  '{"name":"a","channels":[null],"data":"c"}',
  '{"name":{},"channels":["b"],"data":"c"}',
  '{"batch":null}',
  '{"batch":[null]}',
  '{"batch":[{"channel":1}]}',
];

test("no signed request with a wrong body stops Soketi or stays without an answer", async () => {
  const signer = createPublisher(soketi.port);
  for (const path of ["events", "batch_events", "users/u-ada/terminate_connections"]) {
    for (const body of bodies) {
      const url = `/apps/${app.id}/${path}`;
      const query = signer.createSignedQueryString({ method: "POST", path: url, body, params: {} });
      const response = await fetch(`http://127.0.0.1:${soketi.port}${url}?${query}`, { method: "POST", body });
      expect([200, 400, 401], `${path} ${body}`).toContain(response.status);
    }
  }
  await expectUndisturbed();
});

test("no packet to the port of its discovery stops Soketi", async () => {
  const sender = createSocket("udp4");
  onTestFinished(() => void sender.close());
  const hello = JSON.stringify({ event: "hello", iid: "x", data: { isMaster: true, weight: 1 } });
  for (const packet of ["null", "7", "{}", hello, '{"event":"hello","data":1}', '{"event":"error","data":1}']) {
    await new Promise((resolve) => sender.send(packet, soketi.port, "127.0.0.1", resolve));
  }
  await expectUndisturbed();
});

test("a reader that never reads is let go, and the others miss nothing", async () => {
  const stuck = new WebSocket(`ws://127.0.0.1:${soketi.port}/app/${app.key}`);
  onTestFinished(() => stuck.terminate());
  const gone = closeCode(stuck);
  await new Promise((resolve) => stuck.once("open", resolve));
  stuck.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "website" } }));
  await new Promise((resolve) => stuck.on("message", (text) => String(text).includes("succeeded") && resolve(text)));
  stuck.pause();
  const client = connectClient(soketi.port, soketi.publisher, { id: "u-bob", name: "Bob" });
  const channel = client.subscribe("website");
  await heard(channel, "pusher:subscription_succeeded");
  const received = vi.fn();
  channel.bind("websiteUpdated", received);
  const occupied = async () => {
    const answer = await soketi.publisher.get({ path: "/channels/website" });
    return (await answer.json()).subscription_count as number;
  };
  let sent = 0;
  while ((await occupied()) === 2) {
    await soketi.publisher.trigger("website", "websiteUpdated", "x".repeat(60_000));
    sent++;
  }
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(sent));
  stuck.resume();
  expect(await gone).toBe(1006);
});
