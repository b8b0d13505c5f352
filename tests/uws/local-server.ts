import { onTestFinished } from "vitest";
import WebSocket from "ws";
import uws, { type TemplatedApp } from "../../server/uws/index.cjs";

/** Lets the app listen on a free port of the loopback until the test ends; resolves with the port. */
export async function serve(app: TemplatedApp): Promise<number> {
  const token = await new Promise<uws.ListenSocket | false>((resolve) => app.listen("127.0.0.1", 0, resolve));
  if (!token) throw new Error("The test server cannot listen.");
  onTestFinished(() => uws.us_listen_socket_close(token));
  return uws.us_socket_local_port(token);
}

/** A client of the ws package, open, and ended with the test. */
export async function openSocket(url: string, options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, options);
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return socket;
}

export function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once("close", resolve));
}

export function nextMessage(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => socket.once("message", (message) => resolve(String(message))));
}

/** A message of the Pusher protocol that no server acts on. */
export function note(text: string): string {
  return JSON.stringify({ event: "note", data: text });
}
