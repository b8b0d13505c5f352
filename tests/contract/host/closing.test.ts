import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen, stopListening } from "../../../server/http/listen.ts";
import { stablePort } from "../../support/ports.ts";
import { isInstalled } from "../../support/proxies/debian-proxies.ts";
import { openNginx } from "../../support/proxies/nginx.ts";

const hasNginx = isInstalled("nginx");
const reason = hasNginx ? "" : " (skipped: Debian's nginx-light is not installed)";
const rounds = 10;
const connections = 16;

/** A server that says who it is and how much it was sent. */
async function start(name: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += String(chunk).length;
    response.end(`${name} has got ${length}`);
  });
  await listen(server, { port, host: "127.0.0.1", publicUrl: undefined });
  return server;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends a POST before it returns; resolves with the status and what the server says. */
async function post(socket: Socket): Promise<string> {
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhallo");
  const [answer] = await once(socket, "data");
  const [head, body] = String(answer).split("\r\n\r\n");
  return `${head?.split(" ")[1]} ${body}`;
}

/** Lets nothing happen in this process until so many connections wait for being accepted at these ports. */
function holdUntilWaiting(ports: readonly number[], count: number): void {
  const waiting = () => {
    const table = readFileSync("/proc/net/tcp", "utf8");
    return ports.reduce((sum, port) => {
      const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
      // What is the queue of bytes to be read elsewhere is that of connections with a listener.
      const [, queued = "0"] = new RegExp(` ${address} \\S+ 0A \\w+:(\\w+)`).exec(table) ?? [];
      return sum + Number.parseInt(queued, 16);
    }, 0);
  };
  const deadline = performance.now() + 10_000;
  while (waiting() < count) if (performance.now() > deadline) throw new Error(`${waiting()} connections wait`);
}

it("a server that closes waits for who has asked, and not for who is connected and says nothing", async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const server = createServer(async (_request, response) => {
    await held;
    response.end("answered");
  });
  const port = await stablePort();
  await listen(server, { port, host: "127.0.0.1", publicUrl: undefined });
  const [silent, asking] = [await open(port), await open(port)];
  const asked = once(server, "request");
  const answered = post(asking);
  await asked;
  const { answered: ended } = await stopListening(server);
  await once(silent, "close");
  answer();
  expect(await answered).toBe("200 answered");
  await ended;
});

describe.skipIf(reason !== "")(`a server that closes behind nginx${reason}`, () => {
  it(`answers whatever nginx has sent to it, ${2 * rounds} times`, async () => {
    const names = ["eins", "zwei"];
    const servers = await Promise.all(
      names.map(async (name) => {
        const port = await stablePort();
        return { name, port, running: await start(name, port) };
      }),
    );
    onTestFinished(async () => void (await Promise.all(servers.map(({ running }) => stopListening(running)))));
    const front = await stablePort();
    const ports = servers.map(({ port }) => port);
    const nginx = await openNginx(
      front,
      ports.map((port) => `127.0.0.1:${port}`),
    );
    onTestFinished(nginx.close);
    const sockets = await Promise.all(Array.from({ length: connections }, () => open(front)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });

    for (let round = 0; round < rounds; round += 1) {
      for (const server of servers) {
        const answers = Promise.all(sockets.map(post));
        holdUntilWaiting(ports, connections);
        const { answered } = await stopListening(server.running);
        expect(new Set(await answers)).toEqual(new Set(names.map((name) => `200 ${name} has got 5`)));
        await answered;
        server.running = await start(server.name, server.port);
      }
    }
  });
});
