import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Front, openFront } from "./portal-front.ts";
import { app, type Running, runSoketi } from "./running-soketi.ts";

let soketi: Running;
beforeAll(async () => {
  soketi = await runSoketi();
});
afterAll(() => soketi.stop());

async function front(): Promise<Front> {
  const opened = await openFront({ soketiPort: () => soketi.port });
  const mayJoin = (channel: string) => channel === "website";
  opened.sessions.set("ada", { sessionId: "s-ada", userId: "u-ada", mayJoin });
  return opened;
}

/** A browser that decides itself how its bytes are cut. */
async function rawBrowser(portal: Front): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(portal.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.setNoDelay(true);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const who = `Host: x\r\nOrigin: ${portal.origin}\r\nCookie: session=ada`;
  socket.write(`GET /app/${app.key} HTTP/1.1\r\n${who}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`);
  await vi.waitFor(() => expect(text).toContain("pusher:connection_established"));
  return { socket, heard: () => text };
}

interface Shape {
  opcode?: number;
  isFinal?: boolean;
}

function frame(text: string, { opcode = 1, isFinal = true }: Shape = {}): Buffer {
  const mask = [7, 99, 0, 255];
  const payload = Buffer.from(Buffer.from(text).map((byte, index) => byte ^ Number(mask[index % 4])));
  const length = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, ...length, ...mask]), payload]);
}

const subscribe = (channel: unknown) => JSON.stringify({ event: "pusher:subscribe", data: { channel } });
const joined = (channel: string) => `"pusher_internal:subscription_succeeded","channel":"${channel}"`;
const ping = frame(JSON.stringify({ event: "pusher:ping" }));

const cuts: [name: string, parts: (text: string) => Buffer[]][] = [
  ["whole", (text) => [frame(text)]],
  ["byte by byte", (text) => Array.from(frame(text), (byte) => Buffer.from([byte]))],
  ["as binary", (text) => [frame(text, { opcode: 2 })]],
  [
    "in fragments with a ping between them",
    (text) => [
      frame(text.slice(0, 20), { isFinal: false }),
      frame("beat", { opcode: 9 }),
      frame(text.slice(20, 25), { opcode: 0, isFinal: false }),
      frame(text.slice(25), { opcode: 0 }),
    ],
  ],
  ["padded beyond 125 bytes", (text) => [frame(text.replace("{", `{"pad":"${"x".repeat(200)}",`))]],
  ["with an escaped name", (text) => [frame(text.replace("pusher:", "\\u0070usher:"))]],
];

const refusal = (channel: string) => `"pusher:subscription_error","channel":"${channel}"`;

test.each(cuts)("sent %s, a forbidden subscription is refused and an allowed one arrives", async (_name, parts) => {
  const portal = await front();
  const { socket, heard } = await rawBrowser(portal);
  for (const channel of ["maintainer", "#server-to-user-u-bob", "website"]) {
    for (const part of parts(subscribe(channel))) socket.write(part);
  }
  socket.write(ping);
  await vi.waitFor(() => expect(heard()).toContain("pusher:pong"));
  expect(heard()).toContain(joined("website"));
  for (const channel of ["maintainer", "#server-to-user-u-bob"]) {
    expect(heard()).toContain(refusal(channel));
    expect(heard()).not.toContain(joined(channel));
  }
});

test.each([
  ["without a mask", Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ["with reserved bits", Buffer.from([0xc1, 0x80, 0, 0, 0, 0])],
  ["of 4 GB", Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["that continues nothing", frame("{}", { opcode: 0 })],
])("a frame %s ends the connection", async (_name, bytes) => {
  const portal = await front();
  const { socket } = await rawBrowser(portal);
  socket.write(bytes);
  await once(socket, "close");
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));
});

test("a message that is not of the protocol passes, and Soketi closes the socket with 1007", async () => {
  const portal = await front();
  const { socket } = await rawBrowser(portal);
  const frames: Buffer[] = [];
  socket.on("data", (chunk) => frames.push(chunk));
  socket.write(frame("hello"));
  await once(socket, "end");
  expect(Buffer.concat(frames).readUInt16BE(2)).toBe(1007);
});
