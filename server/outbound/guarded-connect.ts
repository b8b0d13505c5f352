import { isIP, connect as openSocket, type Socket } from "node:net";
import {
  type ConnectionOptions,
  createSecureContext,
  connect as openTls,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { mayReach } from "./addresses.ts";
import { findDetour } from "./detours.ts";
import { asOutboundProblem, OutboundProblem, OutboundRefusal } from "./outbound-problem.ts";
import { type Address, askSystem, type ResolveName } from "./resolver.ts";

export interface Guard {
  /** Private networks that an admin has allowed. */
  allowedNetworks: readonly string[];
  /** Finds all addresses of a name; the system's resolver unless told otherwise. */
  resolveName?: ResolveName;
}

export interface Target extends Guard {
  host: string;
  port: number;
  signal: AbortSignal;
}

export interface Connection {
  socket: Socket;
  /** The address that was checked and is connected to. */
  address: string;
  dnsMs: number;
  connectMs: number;
}

/** How long one of several addresses may take before the next is tried. */
const attemptMs = 2000;

/**
 * Finds the addresses of a host and refuses it if one of them lies in a network that is not allowed: one private address
 * among public ones is how a name leads inside after it was checked.
 */
export async function resolveAllowed(host: string, guard: Guard, signal?: AbortSignal): Promise<Address[]> {
  const bare = bareHost(host);
  const { allowedNetworks, resolveName = askSystem } = findDetour(bare) ?? guard;
  const family = isIP(bare);
  const found = family ? [{ address: bare, family }] : await orAborted(resolveName(bare), signal);
  if (found.length === 0) throw new OutboundProblem(`„${bare}“ ist im DNS nicht zu finden.`, { code: "dnsNotFound" });
  const refused = found.find(({ address }) => !mayReach(address, allowedNetworks));
  if (refused)
    throw new OutboundRefusal(
      `„${bare}“ führt zu ${refused.address}; dieses Netz ist in Einstellungen → Netzwerk nicht erlaubt.`,
    );
  return found;
}

/** Connects by TCP to one of the addresses that were checked, never to what the name says a moment later. */
export async function connectGuarded(target: Target): Promise<Connection> {
  const { host, port, signal } = target;
  const begun = performance.now();
  let at: "dns" | "connect" = "dns";
  try {
    const found = await resolveAllowed(host, target, signal);
    at = "connect";
    const resolved = performance.now();
    const bare = bareHost(host);
    const ports: Readonly<Record<number, number>> | undefined = findDetour(bare)?.ports;
    const socket = await openPinned(bare, ports?.[port] ?? port, found, signal);
    return {
      socket,
      address: socket.remoteAddress ?? "",
      dnsMs: resolved - begun,
      connectMs: performance.now() - resolved,
    };
  } catch (error) {
    throw asOutboundProblem(error, signal, at);
  }
}

/** `[::1]` without its brackets, and 0x7f.1, 2130706433 or 127.1 as the address that they are. */
function bareHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "");
  if (isIP(bare) || !URL.canParse(`http://${bare}/`)) return bare;
  return new URL(`http://${bare}/`).hostname;
}

function openPinned(host: string, port: number, pinned: Address[], signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const [only] = pinned;
  const socket = openSocket({
    host: pinned.length === 1 && only ? only.address : host,
    port,
    autoSelectFamily: pinned.length > 1,
    autoSelectFamilyAttemptTimeout: attemptMs,
    lookup: (_name, options, callback) =>
      options.all ? callback(null, pinned) : callback(null, only?.address ?? "", only?.family),
  });
  const abort = () => socket.destroy(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", abort));
  socket.once("connect", () => resolve(socket));
  // Stays for the life of the socket: an error after its promise is settled must not end the process.
  socket.on("error", reject);
  return promise;
}

export interface TlsOrder extends Pick<ConnectionOptions, "minVersion" | "ciphers"> {
  host: string;
  signal: AbortSignal;
  /** Connects although the certificate is invalid, for whoever wants to read it. */
  acceptsInvalid?: boolean;
  /** Certificates in PEM of issuers that are trusted besides those of the system. */
  trust?: readonly string[];
}

/** Begins TLS on a connection, with the name that was asked for. */
export async function startTls(socket: Socket, order: TlsOrder): Promise<{ socket: TLSSocket; tlsMs: number }> {
  const { signal } = order;
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure = openSecure(socket, { ...order, protocols: ["http/1.1"] });
  secure.once("secureConnect", () => resolve(secure));
  secure.on("error", reject);
  secure.once("close", () => reject(signal.aborted ? signal.reason : closedEarly()));
  try {
    return { socket: await promise, tlsMs: performance.now() - begun };
  } catch (error) {
    socket.destroy();
    throw asOutboundProblem(error, signal, "tls");
  }
}

interface SecureOrder extends Omit<TlsOrder, "signal"> {
  /** What is spoken inside, for servers that choose by it (ALPN). */
  protocols?: string[];
}

/** A socket over a connection that shakes hands by itself; `secureConnect` or `error` tell how that ended. */
export function openSecure(socket: Socket, order: SecureOrder): TLSSocket {
  const { host, acceptsInvalid = false, minVersion, ciphers, protocols } = order;
  const bare = bareHost(host);
  const trust = findDetour(bare)?.trust ?? order.trust;
  return openTls({
    socket,
    host: bare,
    ...(!isIP(bare) && { servername: bare }),
    rejectUnauthorized: !acceptsInvalid,
    ...(acceptsInvalid && { checkServerIdentity: () => undefined }),
    ...(protocols && { ALPNProtocols: protocols }),
    ...(trust && trust.length > 0 && { secureContext: contextFor(trust, minVersion, ciphers) }),
    ...(minVersion && { minVersion }),
    ...(ciphers && { ciphers }),
  });
}

const contexts = new Map<string, SecureContext>();

/** Reading the system's issuers anew for each connection would cost more than the handshake. */
function contextFor(
  trust: readonly string[],
  minVersion: TlsOrder["minVersion"],
  ciphers: TlsOrder["ciphers"],
): SecureContext {
  const key = [minVersion, ciphers, ...trust].join("|");
  const known = contexts.get(key);
  if (known) return known;
  const context = createSecureContext({ ca: [...rootCertificates, ...trust], minVersion, ciphers });
  if (contexts.size > 20) contexts.clear();
  contexts.set(key, context);
  return context;
}

/** The other side has closed the connection before it said what it was asked. */
export function closedEarly(): OutboundProblem {
  return new OutboundProblem("Die Verbindung wurde abgebrochen.", { code: "reset" });
}

/** What a promise gives, unless the signal ends first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: raced, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(asOutboundProblem(signal.reason, signal));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  return raced;
}
