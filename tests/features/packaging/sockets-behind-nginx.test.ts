import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { atFileEnd } from "../../support/file-end.ts";
import { stablePort } from "../../support/ports.ts";
import { isInstalled } from "../../support/proxies/debian-proxies.ts";
import { openNginx } from "../../support/proxies/nginx.ts";

const hasNginx = isInstalled("nginx");
const reason = hasNginx ? "" : " (skipped: Debian's nginx-light is not installed)";
const people = 12;

/** Answers every upgrade at a port. */
async function openNode(port: number) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async kill() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
      await once(server, "close");
    },
  };
}

describe.skipIf(!hasNginx)(`sockets behind the nginx of several nodes${reason}`, () => {
  it("come back all at once after each node was killed, although the first ones of them stay open", async () => {
    const ports = [await stablePort(), await stablePort(), await stablePort()];
    const port = await stablePort();
    const balancer = await openNginx(
      port,
      ports.map((each) => `127.0.0.1:${each}`),
    );
    atFileEnd(balancer.close);
    const nodes = await Promise.all(ports.map(openNode));
    const opened: WebSocket[] = [];
    atFileEnd(async () => {
      for (const socket of opened) socket.terminate();
    });
    const open = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key`);
      opened.push(socket);
      const [answer] = await Promise.race([
        once(socket, "open").then(() => [101]),
        once(socket, "unexpected-response").then(([, { statusCode }]) => [statusCode]),
      ]);
      return answer;
    };
    expect(await Promise.all(Array.from({ length: people }, open))).toEqual(Array(people).fill(101));
    for (const node of nodes) await node.kill();
    expect(await open()).toBe(502);
    const back = await Promise.all(ports.map(openNode));
    atFileEnd(async () => {
      for (const node of back) await node.kill();
    });
    expect(await Promise.all(Array.from({ length: people }, open))).toEqual(Array(people).fill(101));
  });
});
