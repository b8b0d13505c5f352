import { readFileSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { expect, test } from "vitest";
import uws from "../../server/uws/index.cjs";
import { nextMessage, note, openSocket, serve } from "./local-server.ts";

const folder = path.resolve(import.meta.dirname, "../support/tls");
const files = { key_file_name: path.join(folder, "key.pem"), cert_file_name: path.join(folder, "certificate.pem") };
const ca = readFileSync(files.cert_file_name);

test("a client that does not trust the certificate is refused", async () => {
  const port = await serve(uws.SSLApp(files).ws("/app/:id", {}));
  await expect(openSocket(`wss://127.0.0.1:${port}/app/key`)).rejects.toThrow("self-signed certificate");
  await expect(openSocket(`ws://127.0.0.1:${port}/app/key`)).rejects.toThrow("socket hang up");
});

test("a key file that is missing is an error at once", () => {
  expect(() => uws.SSLApp({ ...files, key_file_name: path.join(folder, "absent.pem") })).toThrow("ENOENT");
});

test("requests and sockets work over TLS", async () => {
  const app = uws.SSLApp(files).get("/", (response) => response.end("secure"));
  app.ws("/app/:id", { message: (socket, message) => socket.send(message) });
  const port = await serve(app);
  const status = await new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, ca, agent: false }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(200);
  const socket = await openSocket(`wss://127.0.0.1:${port}/app/key`, { ca });
  const echo = nextMessage(socket);
  socket.send(note("x".repeat(100_000)));
  expect(await echo).toBe(note("x".repeat(100_000)));
});
