import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { drain, listen } from "../../../server/http/listen.ts";

it("whoever is answered while the portal stops hears that the connection ends, and nobody is cut off", async () => {
  const server = createServer();
  // Else a connection that waits for the next line of a slow machine is closed as idle.
  server.keepAliveTimeout = 0;
  const asked: ServerResponse[] = [];
  server.on("request", (_request, response) => asked.push(response));
  const url = await listen(server, { port: 0, host: "127.0.0.1", publicUrl: undefined });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = () => once(get(url, { agent }), "response").then(([response]) => response as IncomingMessage);

  const first = ask();
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.end("before");
  expect((await first).headers.connection).toBe("keep-alive");
  (await first).resume();

  const second = ask();
  await expect.poll(() => asked.length).toBe(2);
  const drained = drain(server);
  asked[1]?.end("while stopping");
  expect((await second).headers.connection).toBe("close");
  (await second).resume();
  await drained;
});
