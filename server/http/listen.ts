import type { Server, ServerResponse } from "node:http";
import type { Environment } from "../env.ts";
import { everyAddress, hostInUrl } from "../listening-address.ts";
import { StartProblem } from "../start-problem.ts";

const drainMs = 10_000;

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

/** Knows from now on which requests have no answer yet. */
function followResponses(server: Server): void {
  const unsent = new Set<ServerResponse>();
  unsentOf.set(server, unsent);
  server.prependListener("request", (_request, response) => {
    unsent.add(response);
    response.once("close", () => unsent.delete(response));
  });
}

/** Says with every answer from now on that its connection ends with it, so that clients and proxies open another. */
export function announceClosing(server: Server): void {
  const close = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  for (const response of unsentOf.get(server) ?? []) close(response);
  server.prependListener("request", (_request, response) => close(response));
}

/** Stops accepting and resolves when the last request in flight has its answer, or after 10 s without it. */
export function drain(server: Server): Promise<void> {
  announceClosing(server);
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
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
