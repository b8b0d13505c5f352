import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import uws, { type WebSocket as Peer } from "../../server/uws/index.cjs";
import { closeCode, note, openSocket, serve } from "./local-server.ts";

const handshake = [
  "GET /app/key HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n",
].join("\r\n");

/** A peer that speaks bytes, so that it can stay silent where a real client would answer. */
async function rawSocket(port: number, first: Buffer = Buffer.alloc(0)): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write(Buffer.concat([Buffer.from(handshake), first]));
  await once(socket, "data");
  return socket;
}

function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const head = payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]);
}

const goodbye = maskedFrame(8, Buffer.from([0x0f, 0xa0]));

test("a close is reported when its frame arrives, while the peer keeps the connection open", async () => {
  const close = vi.fn();
  const port = await serve(uws.App().ws("/app/:id", { close: (_socket, code) => close(code) }));
  const socket = await rawSocket(port);
  socket.write(goodbye);
  await vi.waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(4000));
  expect(socket.closed).toBe(false);
});

test("a message is settled before the close behind it in the same packet is reported", async () => {
  const events: string[] = [];
  const app = uws.App().ws("/app/:id", {
    open: async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      events.push("open settled");
    },
    message: async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      events.push("message settled");
    },
    close: () => events.push("closed"),
  });
  const port = await serve(app);
  await rawSocket(port, Buffer.concat([maskedFrame(1, Buffer.from(note("a"))), goodbye]));
  await vi.waitFor(() => expect(events).toEqual(["open settled", "message settled", "closed"]));
});

test("end() reports the close at once with its own code, and the peer hears that code", async () => {
  const closed: [number, string][] = [];
  const order: string[] = [];
  const app = uws.App().ws("/app/:id", {
    message: (socket) => {
      socket.end(4009, "Not authorized.");
      order.push("ended");
      socket.end(4200);
    },
    close: (socket, code, reason) => {
      order.push("reported");
      closed.push([code, Buffer.from(reason).toString()]);
      expect(() => socket.send("too late")).toThrow("closed");
      expect(socket.getBufferedAmount()).toBe(0);
    },
  });
  const port = await serve(app);
  const socket = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  socket.send(note("go"));
  expect(await closeCode(socket)).toBe(4009);
  expect(order).toEqual(["reported", "ended"]);
  expect(closed).toEqual([[4009, "Not authorized."]]);
});

test("a peer that vanishes is reported as 1006, once", async () => {
  const close = vi.fn();
  const port = await serve(uws.App().ws("/app/:id", { close: (_socket, code) => close(code) }));
  const [lost, finished] = [await rawSocket(port), await rawSocket(port)];
  lost.resetAndDestroy();
  finished.end();
  await vi.waitFor(() => expect(close.mock.calls).toEqual([[1006], [1006]]));
});

test("a silent peer is pinged and then closed, one that answers stays, however long the process stands still", async () => {
  const close = vi.fn();
  const port = await serve(uws.App().ws("/app/:id", { idleTimeout: 0.4, close }));
  const silent = await rawSocket(port);
  const [firstFrame] = await once(silent, "data");
  expect(firstFrame[0]).toBe(0x89);
  const answering = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const pinged = vi.fn();
  answering.on("ping", pinged);
  await vi.waitFor(() => expect(pinged).toHaveBeenCalled());
  const standsStillUntil = performance.now() + 1000;
  while (performance.now() < standsStillUntil);
  const before = pinged.mock.calls.length;
  await vi.waitFor(() => expect(pinged.mock.calls.length).toBeGreaterThan(before + 3));
  expect(close).toHaveBeenCalledOnce();
  expect(answering.readyState).toBe(answering.OPEN);
});

test("a slow reader is closed once it is 64 KB behind, and the amount it is behind is known", async () => {
  const peers: Peer[] = [];
  const close = vi.fn();
  const app = uws.App().ws("/app/:id", { maxBackpressure: 65_536, open: (peer) => void peers.push(peer), close });
  const port = await serve(app);
  const slow = await rawSocket(port);
  slow.pause();
  const quick = await openSocket(`ws://127.0.0.1:${port}/app/key`);
  const received = vi.fn();
  quick.on("message", received);
  const [slowPeer, quickPeer] = peers as [Peer, Peer];
  const message = "x".repeat(60_000);
  const results: number[] = [];
  while (results.at(-1) !== 2) {
    const before = slowPeer.getBufferedAmount();
    results.push(slowPeer.send(message));
    if (results.at(-1) === 0) expect(slowPeer.getBufferedAmount()).toBeGreaterThanOrEqual(before + message.length);
  }
  expect(results[0]).toBe(1);
  expect(results.at(-2)).toBe(0);
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  quickPeer.send("still here");
  await vi.waitFor(() => expect(received).toHaveBeenCalledOnce());
});

test("with closeOnBackpressureLimit false the message is dropped, and drain tells when there is room again", async () => {
  const peers: Peer[] = [];
  const [close, drain] = [vi.fn(), vi.fn()];
  const behavior = { maxBackpressure: 65_536, closeOnBackpressureLimit: false, close, drain };
  const port = await serve(uws.App().ws("/app/:id", { ...behavior, open: (peer) => void peers.push(peer) }));
  const slow = await rawSocket(port);
  slow.pause();
  const [peer] = peers as [Peer];
  let result: number = 1;
  while (result !== 2) result = peer.send("x".repeat(60_000));
  slow.resume();
  await vi.waitFor(() => expect(drain).toHaveBeenCalled());
  expect(peer.getBufferedAmount()).toBe(0);
  expect(peer.send("room again")).toBe(1);
  expect(close).not.toHaveBeenCalled();
});
