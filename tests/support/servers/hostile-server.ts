import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server on loopback that says exactly the bytes a test wants, and keeps what it was told. */
export interface RawServer {
  port: number;
  url: string;
  /** What each connection has said so far. */
  heard: string[];
  close(): Promise<void>;
}

const open = new Set<RawServer>();

/** Closes every server that a test has opened; for `afterEach`. */
export async function closeRawServers(): Promise<void> {
  for (const server of [...open]) await server.close();
}

/** Opens a server that hands each connection to the test, with a promise of the first bytes that came. */
export async function openRawServer(
  serve: (socket: Socket, asked: Promise<string>) => void,
  address = "127.0.0.1",
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = heard.push("") - 1;
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.on("data", (chunk) => {
      heard[index] += chunk.toString("latin1");
      resolve(heard[index] ?? "");
    });
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    serve(socket, promise);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const raw: RawServer = {
    port,
    url: `http://${address}:${port}`,
    heard,
    close: () => {
      open.delete(raw);
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  open.add(raw);
  return raw;
}

/** Writes the same bytes for as long as somebody reads them. */
export function writeForever(socket: Socket, chunk: Buffer | string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

/** Writes a byte now and then, so that no pause is long enough to be noticed. */
export function dripForever(socket: Socket, chunk = "x"): void {
  const timer = setInterval(() => socket.write(chunk), 20);
  socket.once("close", () => clearInterval(timer));
}
