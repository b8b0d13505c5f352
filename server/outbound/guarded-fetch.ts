import type { IncomingHttpHeaders } from "node:http";
import { connectGuarded, type Guard, startTls } from "./guarded-connect.ts";
import { exchangeHttp, type HttpAnswer } from "./http-exchange.ts";
import { asOutboundProblem, OutboundProblem } from "./outbound-problem.ts";
import { userAgent } from "./user-agent.ts";

export interface OutboundRequest extends Guard {
  url: string;
  method?: "GET" | "POST" | "PUT" | "HEAD";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs?: number;
  maxBytes?: number;
  /** Returns a redirect instead of following it, for requests whose headers tell who asks. */
  keepsRedirects?: boolean;
  /** How many redirects are followed; five unless told otherwise. */
  maxRedirects?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `maxBytes`; what is longer is cut off. */
  body: string;
  url: string;
}

const maxRedirects = 5;
const defaults = { timeoutMs: 15_000, maxBytes: 2 * 1024 * 1024 };

/**
 * Sends a request from the portal: resolves the name first, refuses private and metadata addresses unless they are
 * allowed, connects to the very address that was checked, and checks every redirect again (product.md 2.0.7). Throws an
 * OutboundProblem when there is no answer.
 */
export async function send(request: OutboundRequest): Promise<OutboundAnswer> {
  const { url, method = "GET", headers, body, keepsRedirects, timeoutMs = defaults.timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await follow({
    ...request,
    url: readUrl(url),
    method,
    headers: { "User-Agent": userAgent(), ...headers },
    body,
    maxRedirects: keepsRedirects ? 0 : (request.maxRedirects ?? maxRedirects),
    maxBytes: request.maxBytes ?? defaults.maxBytes,
    signal,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.body.toString("utf8"),
    url: answer.url.href,
  };
}

export interface FollowedRequest extends Guard {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** With 0 a redirect is the answer. */
  maxRedirects: number;
  maxBytes: number;
  signal: AbortSignal;
  acceptsInvalid?: boolean;
  trust?: readonly string[];
}

export interface FollowedAnswer extends HttpAnswer {
  url: URL;
  address: string;
  hops: { status: number; url: string; address: string }[];
  /** Of the last request alone: what came before it was another page. */
  dnsMs: number;
  connectMs: number;
  tlsMs?: number;
}

/** Sends a request and follows its redirects, each over a new connection that is checked like the first. */
export async function follow(request: FollowedRequest): Promise<FollowedAnswer> {
  let next = request;
  const hops: FollowedAnswer["hops"] = [];
  for (;;) {
    const answer = await sendOnce(next).catch((error: unknown) => {
      if (error instanceof OutboundProblem) error.isRedirected = hops.length > 0;
      throw error;
    });
    const location = request.maxRedirects > 0 ? redirectOf(answer, next.method) : undefined;
    if (!location) return { ...answer, url: next.url, hops };
    if (hops.length === request.maxRedirects)
      throw new OutboundProblem(`Mehr als ${request.maxRedirects} Weiterleitungen.`, { code: "redirect" });
    hops.push({ status: answer.status, url: next.url.href, address: answer.address });
    next = redirected(next, location);
  }
}

/** What changes something is only repeated where the answer keeps its method (RFC 9110, 307 and 308). */
function redirectOf({ status, headers }: HttpAnswer, method: string): string | undefined {
  const keepsMethod = status === 307 || status === 308;
  const isReading = method === "GET" || method === "HEAD";
  const isRedirect = keepsMethod || ((status === 301 || status === 302 || status === 303) && isReading);
  return isRedirect ? headers.location : undefined;
}

const harmless = new Set(["user-agent", "accept", "accept-language", "content-type"]);

/** What was told to one server is not told to the next: passwords stand in headers. */
function redirected(request: FollowedRequest, location: string): FollowedRequest {
  const url = readUrl(location, request.url);
  if (url.origin === request.url.origin) return { ...request, url };
  const headers = Object.entries(request.headers).filter(([name]) => harmless.has(name.toLowerCase()));
  return { ...request, url, headers: Object.fromEntries(headers) };
}

async function sendOnce(request: FollowedRequest): Promise<Omit<FollowedAnswer, "url" | "hops">> {
  const { url, signal } = request;
  try {
    const isSecure = url.protocol === "https:";
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const { socket, ...connected } = await connectGuarded({ ...request, host: url.hostname, port });
    const secured = isSecure ? await startTls(socket, { ...request, host: url.hostname }) : undefined;
    const answer = await exchangeHttp(secured?.socket ?? socket, request);
    return { ...answer, ...connected, ...(secured && { tlsMs: secured.tlsMs }) };
  } catch (error) {
    throw asOutboundProblem(error, signal, "answer");
  }
}

/** An address of the web without a password in it; throws an OutboundProblem for anything else. */
export function readUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password)
    throw new OutboundProblem("Die Adresse ist ungültig.", { code: "invalidAddress" });
  return url;
}
