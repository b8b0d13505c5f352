import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Environment } from "../env.ts";
import { everyAddress, hostInUrl } from "../listening-address.ts";
import { StartProblem } from "../start-problem.ts";

const drainMs = 10_000;
/** What a browser has opened ahead and never used is not waited for longer. */
const silentMs = 1000;
const quietTurnMs = 0.5;
const quietWithinMs = 500;

/** Listens where the environment says and resolves with the address for browsers; a StartProblem names PORT or HOST. */
export function listen(server: Server, env: Pick<Environment, "port" | "host" | "publicUrl">): Promise<string> {
  followResponses(server);
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(new StartProblem(whyNot(cause.code, env), { cause }));
    });
    server.listen(env.port, env.host, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : env.port;
      const host = hostInUrl(env.host);
      resolve(env.publicUrl?.origin ?? `http://${everyAddress.has(host) ? "localhost" : host}:${port}`);
    });
  });
}

const unsentOf = new WeakMap<Server, Set<ServerResponse>>();
const openOf = new WeakMap<Server, Set<Socket>>();

/** Knows from now on which requests have no answer yet, and which connections are open. */
function followResponses(server: Server): void {
  const unsent = new Set<ServerResponse>();
  unsentOf.set(server, unsent);
  server.prependListener("request", (_request, response) => {
    unsent.add(response);
    response.once("close", () => unsent.delete(response));
  });
  const open = new Set<Socket>();
  openOf.set(server, open);
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/** Node takes them for connections whose request is on its way. */
function closeSilent(server: Server): void {
  for (const socket of openOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** Says with every answer from now on that its connection ends with it, so that clients and proxies open another. */
export function announceClosing(server: Server): void {
  const close = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  for (const response of unsentOf.get(server) ?? []) close(response);
  server.prependListener("request", (_request, response) => close(response));
}

/**
 * Stops accepting connections, and resolves once every request that was sent until then has begun. `answered` resolves
 * when the last one has its answer, or after 10 s without it; connections on which nothing came are closed after a second.
 */
export async function stopListening(server: Server): Promise<{ answered: Promise<void> }> {
  announceClosing(server);
  const listeners = server.listeners("request") as RequestListener[];
  const held: Parameters<RequestListener>[] = [];
  let arrivals = 0;
  server.removeAllListeners("request");
  server.on("request", (...asked) => {
    arrivals += 1;
    held.push(asked);
  });
  server.on("connection", () => {
    arrivals += 1;
  });
  // What Node runs for the first time it compiles, which would be most of the time between the last look and the closing.
  createServer().close();
  await quietTurn(() => arrivals);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // What has arrived is read between timers and immediates.
  const silent = setTimeout(() => setImmediate(() => closeSilent(server)), silentMs);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  server.removeAllListeners("request");
  for (const listener of listeners) server.on("request", listener);
  for (const asked of held) server.emit("request", ...asked);
  const answered = closed.then(() => {
    clearTimeout(silent);
    clearTimeout(deadline);
  });
  return { answered };
}

/**
 * Resolves in a turn of the event loop in which nothing arrived, and which was too short for anything to have arrived
 * since, or after half a second. With a listener the system resets all connections that it has not accepted, and idle
 * ones are closed whatever waits to be read from them; a proxy has sent requests on both, and repeats no POST.
 */
async function quietTurn(arrivals: () => number): Promise<void> {
  // The turn that is under way may have looked for connections already.
  await nextTurn();
  let begun = performance.now();
  const deadline = begun + quietWithinMs;
  while (begun < deadline) {
    const before = arrivals();
    await nextTurn();
    const ended = performance.now();
    if (arrivals() === before && ended - begun < quietTurnMs) return;
    begun = ended;
  }
}

function whyNot(code: string | undefined, { port, host }: Pick<Environment, "port" | "host">): string {
  const where = `Der Port ${port} auf ${host} (PORT, HOST)`;
  if (code === "EADDRINUSE")
    return `${where} ist belegt; beende das andere Programm oder setze PORT auf einen freien Port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST=${host} ist keine Adresse dieses Rechners; nimm eine eigene, 127.0.0.1 oder 0.0.0.0.`;
  if (code === "EACCES") return `${where} ist nur mit besonderen Rechten zu öffnen; nimm einen Port ab 1024.`;
  return `${where} lässt sich nicht öffnen (${code}).`;
}
