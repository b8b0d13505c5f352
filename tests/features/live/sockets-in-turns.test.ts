import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openSocketGate } from "../../../server/http/sockets/socket-gate.ts";
import { openTurns } from "../../../server/turns.ts";

const nothing = { end: () => undefined, move: () => undefined };

it("lets so many begin in a turn, in the order in which they came, and a late one at once", async () => {
  const turn = openTurns(2);
  const begun: string[] = [];
  const begin = (name: string) => void turn().then(() => begun.push(name));
  for (const name of ["a", "b", "c", "d", "e"]) begin(name);
  await setImmediate();
  const inTwoTurns = [...begun];
  begin("f");
  await setImmediate();
  await setImmediate();
  expect([inTwoTurns.slice(0, 2), begun]).toEqual([
    ["a", "b"],
    ["a", "b", "c", "d", "e", "f"],
  ]);
  for (let turns = 0; turns < 3; turns += 1) await setImmediate();
  await turn();
});

it("of all people together only so many are open, whoever they are, and one that has closed makes room", async () => {
  const server = new EventEmitter();
  let people = 0;
  const gate = openSocketGate(server as Server, {
    gateways: [{ prefix: "/app/", tooManyCode: 4100, leads: () => true, open: () => nothing }],
    authorize: async () => {
      people += 1;
      return { sessionId: `session ${people}`, userId: `person ${people}` };
    },
    allowedOrigin: () => true,
    log: pino({ level: "silent" }),
    limits: { perUser: 100, total: 2 },
  });
  const request = { url: "/app/key", headers: { "sec-websocket-key": "x" } } as unknown as IncomingMessage;
  const come = async () => {
    const client = new PassThrough();
    server.emit("upgrade", request, client, Buffer.alloc(0));
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    return client;
  };
  const [first, second] = [await come(), await come()];
  expect(gate.openCount()).toBe(2);
  const third = await come();
  expect(gate.openCount()).toBe(2);
  expect(third.writableEnded).toBe(true);
  expect(second.writableEnded).toBe(false);
  first.destroy();
  for (let turns = 0; turns < 3; turns += 1) await setImmediate();
  await come();
  expect(gate.openCount()).toBe(2);
  gate.stop();
});

it("looks at ten of the sockets that come at once in each turn, and at none that is gone by then", async () => {
  const server = new EventEmitter();
  let asked = 0;
  const gate = openSocketGate(server as Server, {
    gateways: [{ prefix: "/app/", tooManyCode: 4100, leads: () => true, open: () => nothing }],
    authorize: async () => {
      asked += 1;
      return undefined;
    },
    allowedOrigin: () => true,
    log: pino({ level: "silent" }),
    limits: { perUser: 100, total: 100 },
  });
  const clients = Array.from({ length: 25 }, () => new PassThrough());
  const request = { url: "/app/key", headers: {} } as IncomingMessage;
  for (const client of clients) server.emit("upgrade", request, client, Buffer.alloc(0));
  clients.at(-1)?.destroy();
  await Promise.resolve();
  const perTurn = [asked];
  for (let turns = 0; turns < 4; turns += 1) {
    const before = asked;
    await setImmediate();
    perTurn.push(asked - before);
  }
  expect(Math.max(...perTurn)).toBe(10);
  expect(asked).toBe(24);
  gate.stop();
});

it("that leaves admits nobody any more, and has each browser go elsewhere", async () => {
  const server = new EventEmitter();
  const moved: string[] = [];
  const gate = openSocketGate(server as Server, {
    gateways: [
      {
        prefix: "/app/",
        tooManyCode: 4100,
        leads: () => true,
        open: (_request, client, _head, { userId }) => ({
          end: () => undefined,
          move: () => {
            moved.push(userId);
            client.destroy();
          },
        }),
      },
    ],
    authorize: async ({ headers }) => ({ sessionId: `${headers.cookie}`, userId: `${headers.cookie}` }),
    allowedOrigin: () => true,
    log: pino({ level: "silent" }),
    limits: { perUser: 100, total: 100 },
  });
  const come = async (cookie: string) => {
    const client = new PassThrough();
    const request = { url: "/app/key", headers: { cookie } } as IncomingMessage;
    server.emit("upgrade", request, client, Buffer.alloc(0));
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    return client;
  };
  await come("jana");
  await come("timo");
  const gone = gate.moveAway(1);
  const late = await come("mara");
  expect(String(late.read())).toContain("HTTP/1.1 503 ");
  await gone;
  expect(moved.toSorted()).toEqual(["jana", "timo"]);
  expect(gate.openCount()).toBe(0);
  gate.stop();
});
