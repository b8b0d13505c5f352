import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listen, stopListening } from "../../../server/http/listen.ts";

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
  const { answered } = await stopListening(server);
  asked[1]?.end("while stopping");
  expect((await second).headers.connection).toBe("close");
  (await second).resume();
  await answered;
});

it("what was sent when the portal stops is answered, on connections that nobody has accepted or read from", async () => {
  const server = createServer((_request, response) => response.end("answered"));
  server.keepAliveTimeout = 0;
  const url = new URL(await listen(server, { port: 0, host: "127.0.0.1", publicUrl: undefined }));
  const open = () => {
    const socket = connect(Number(url.port), url.hostname);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const ask = async (socket: Socket) => {
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    const [answer] = await once(socket, "data");
    return String(answer);
  };
  const kept = open();
  expect(await ask(kept)).toContain("Connection: keep-alive");

  const answers = [kept, open(), open()].map(ask);
  // The system has the connections from the next tick on.
  await new Promise((resolve) => process.nextTick(resolve));
  const { answered } = await stopListening(server);

  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain("Connection: close");
    expect(answer).toContain("answered");
  }
  await answered;
});
