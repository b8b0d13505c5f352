import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import uws from "../../server/uws/index.cjs";
import { closeCode, nextMessage, note, openSocket, serve } from "./local-server.ts";

const text = (message: ArrayBuffer) => Buffer.from(message).toString();

const refused: [name: string, frame: string][] = [
  ["no JSON", "hello"],
  ["an empty message", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a number", "7"],
  ["no event", "{}"],
  ["an event that is no text", '{"event":{"toString":1}}'],
  ["a subscription without data", '{"event":"pusher:subscribe"}'],
  ["a subscription to null", '{"event":"pusher:subscribe","data":null}'],
  ["a subscription to a list", '{"event":"pusher:subscribe","data":{"channel":["website"]}}'],
  [
    "a subscription with channel data that is no text",
    '{"event":"pusher:subscribe","data":{"channel":"a","channel_data":{}}}',
  ],
  ["an unsubscription without data", '{"event":"pusher:unsubscribe"}'],
  ["an unsubscription from a number", '{"event":"pusher:unsubscribe","data":{"channel":1}}'],
  ["a sign-in without data", '{"event":"pusher:signin"}'],
  ["a sign-in with an object", '{"event":"pusher:signin","data":{"user_data":{"toString":1},"auth":"a"}}'],
  ["a client event to an object", '{"event":"client-x","channel":{}}'],
  ["a client event nested too deep", `{"event":"client-x","data":${"[".repeat(5000)}${"]".repeat(5000)}}`],
];

test.each(refused)("a frame with %s closes its own socket with 1007", async (_name, frame) => {
  const message = vi.fn();
  const port = await serve(uws.App().ws("/app/:id", { message }));
  const bystander = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  socket.send(frame);
  expect(await closeCode(socket)).toBe(1007);
  expect(message).not.toHaveBeenCalled();
  bystander.send(note("still here"));
  await vi.waitFor(() => expect(message).toHaveBeenCalledOnce());
});

test("a second sign-in as somebody else closes the socket with 1007", async () => {
  const message = vi.fn();
  const port = await serve(uws.App().ws("/app/:id", { message }));
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const signIn = (id: string) => JSON.stringify({ event: "pusher:signin", data: { user_data: id, auth: "a" } });
  for (const id of ["1", "1", "2"]) socket.send(signIn(id));
  expect(await closeCode(socket)).toBe(1007);
  expect(message).toHaveBeenCalledTimes(2);
});

test("a frame above 256 KB closes the socket with 1009, one of exactly 256 KB arrives", async () => {
  const sizes: number[] = [];
  const app = uws.App().ws("/app/:id", {
    maxPayloadLength: 100 * 1024 * 1024,
    message: (_socket, message) => sizes.push(message.byteLength),
  });
  const port = await serve(app);
  const limit = 256 * 1024;
  const padded = (size: number) => note("x".repeat(size - note("").length));
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  socket.send(padded(limit));
  await vi.waitFor(() => expect(sizes).toEqual([limit]));
  socket.send(padded(limit + 1));
  expect(await closeCode(socket)).toBe(1009);
  expect(sizes).toEqual([limit]);
});

test("a handler that throws closes its own socket and nothing else", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const app = uws.App().ws("/app/:id", {
    message: (socket, message) => {
      if (text(message).includes("break")) throw new Error("broken");
      socket.send(message);
    },
  });
  const port = await serve(app);
  const bystander = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  socket.send(note("break"));
  expect(await closeCode(socket)).toBe(1007);
  bystander.send(note("fine"));
  expect(await nextMessage(bystander)).toBe(note("fine"));
});

test.each([
  [404, "/elsewhere", {}],
  [426, "/app/key", { "Sec-WebSocket-Version": "8" }],
  [400, "/app/key", { "Sec-WebSocket-Key": "short" }],
  [400, "/app/key", { Upgrade: "h2c" }],
])("an upgrade is refused with %i: %s %o", async (status, path, headers) => {
  const port = await serve(uws.App().ws("/app/:id", {}));
  const socket = connect(port, "127.0.0.1");
  const all = {
    Host: "localhost",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  await once(socket, "close");
});

test("the upgrade handler can refuse, and what it hands over is on the socket", async () => {
  const app = uws.App().ws("/app/:id", {
    upgrade: (response, request, context) => {
      const header = (name: string) => request.getHeader(`sec-websocket-${name}`);
      if (request.getParameter(0) === "closed") return void response.writeStatus("403 Forbidden").end();
      response.upgrade({ appKey: request.getParameter(0) }, header("key"), header("protocol"), "", context);
    },
    open: (socket) => socket.send(String(socket.appKey)),
  });
  const port = await serve(app);
  await expect(openSocket(`ws://127.0.0.1:${port}/app/closed`)).rejects.toThrow("403");
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/mine`, ["pusher", "other"]);
  onTestFinished(() => socket.terminate());
  expect(await nextMessage(socket)).toBe("mine");
  expect(socket.protocol).toBe("pusher");
});

test("messages arrive whole and in order: text, binary and fragments, in both directions", async () => {
  const app = uws.App().ws("/app/:id", { message: (socket, message, isBinary) => socket.send(message, isBinary) });
  const port = await serve(app);
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const received: [string, boolean][] = [];
  socket.on("message", (message, isBinary) => received.push([String(message), isBinary]));
  const sent = [note("ä"), note("x".repeat(200)), note("y".repeat(70_000))];
  socket.send(String(sent[0]));
  socket.send(Buffer.from(String(sent[1])));
  socket.send(String(sent[2]).slice(0, 1000), { fin: false });
  socket.send(String(sent[2]).slice(1000), { fin: true });
  await vi.waitFor(() => expect(received).toHaveLength(3));
  expect(received).toEqual([
    [sent[0], false],
    [sent[1], true],
    [sent[2], false],
  ]);
});

test("a ping is answered with its own payload", async () => {
  const port = await serve(uws.App().ws("/app/:id", {}));
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  socket.ping("beat");
  const [payload] = await once(socket, "pong");
  expect(String(payload)).toBe("beat");
});
