import type { IncomingMessage } from "node:http";
import { networkOf, withoutPort } from "../client-network.ts";
import type { Environment } from "../env.ts";
import { mayReach } from "../outbound/addresses.ts";

type Headers = { get(name: string): string | null | undefined };

/** Where the portal is, seen from a browser: PUBLIC_URL, else what the request says (the proxy's words only with TRUST_PROXY). */
export function publicOrigin(env: Pick<Environment, "publicUrl" | "trustsProxy">, headers: Headers): string {
  if (env.publicUrl) return env.publicUrl.origin;
  const forwarded = env.trustsProxy ? headers.get("x-forwarded-proto")?.split(",")[0]?.trim() : undefined;
  const host = (env.trustsProxy && headers.get("x-forwarded-host")) || headers.get("host") || "localhost";
  return `${forwarded === "https" ? "https" : "http"}://${host}`;
}

/** The client's address: the last hop that a trusted proxy names, else the peer of the connection. */
export function clientAddress(trustsProxy: boolean, incoming: IncomingMessage | undefined): string | undefined {
  const forwarded = trustsProxy ? incoming?.headers["x-forwarded-for"] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded)?.split(",").at(-1)?.trim();
  return last ? withoutPort(last) : incoming?.socket?.remoteAddress;
}

/** Where a request comes from, for whatever is limited by that. */
export function clientNetwork(trustsProxy: boolean, incoming: IncomingMessage | undefined): string {
  return networkOf(clientAddress(trustsProxy, incoming));
}

/** Whether a request names another sender than the peer, which is a neighbour: a stranger may write what they like. */
export function comesThroughProxy({ headers, socket }: IncomingMessage): boolean {
  if (headers["x-forwarded-for"] === undefined) return false;
  return socket.remoteAddress !== undefined && !mayReach(socket.remoteAddress, []);
}

/** Makes a Headers-like view of a raw request, for code that serves both upgrades and fetch. */
export function headersOf(request: IncomingMessage): Headers {
  return {
    get: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(", ") : value;
    },
  };
}
