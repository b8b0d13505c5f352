import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { mayReach } from "./addresses.ts";

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST" | "PUT" | "HEAD";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs?: number;
  maxBytes?: number;
  /** Private networks that an admin has allowed. */
  allowedNetworks: readonly string[];
  /** Returns a redirect instead of following it, for requests whose headers tell who asks. */
  keepsRedirects?: boolean;
  /** Finds all addresses of a name; the system's resolver unless told otherwise. */
  resolveName?: (name: string) => Promise<Address[]>;
}

interface Address {
  address: string;
  family: number;
}

export interface OutboundAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** At most `maxBytes`; what is longer is cut off. */
  body: string;
  url: string;
}

/** Why a request did not get an answer, in words for people. */
export class OutboundProblem extends Error {
  override name = "OutboundProblem";
}

/** The address lies in a network that no admin has allowed. */
export class OutboundRefusal extends OutboundProblem {
  override name = "OutboundRefusal";
}

const userAgent = "MEDIUM-TechCenter/1.0";
const maxRedirects = 5;
const defaults = { timeoutMs: 15_000, maxBytes: 2 * 1024 * 1024 };

/**
 * Sends a request from the portal: resolves the name first, refuses private and metadata addresses unless they are
 * allowed, connects to the very address that was checked, and checks every redirect again (product.md 2.0.7). Throws an
 * OutboundProblem when there is no answer.
 */
export async function send(request: OutboundRequest): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs ?? defaults.timeoutMs);
  let url = request.url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await sendOnce({ ...request, url }, signal);
    const target = request.keepsRedirects ? undefined : redirectOf(answer, request.method ?? "GET");
    if (!target) return answer;
    url = new URL(target, url).href;
  }
  throw new OutboundProblem(`Mehr als ${maxRedirects} Weiterleitungen.`);
}

/** What changes something is only repeated where the answer keeps its method (RFC 9110, 307 and 308). */
function redirectOf({ status, headers }: OutboundAnswer, method: string): string | undefined {
  const keepsMethod = status === 307 || status === 308;
  const isRedirect = keepsMethod || ((status === 301 || status === 302 || status === 303) && method === "GET");
  return isRedirect ? headers.location : undefined;
}

async function sendOnce(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
  const url = parse(request.url);
  const address = await resolve(url.hostname, request);
  try {
    return await exchange(url, address, request, signal);
  } catch (error) {
    throw error instanceof OutboundProblem ? error : new OutboundProblem(wordsFor(error, signal), { cause: error });
  }
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password)
    throw new OutboundProblem("Die Adresse ist ungültig.");
  return url;
}

const askSystem = (name: string): Promise<Address[]> => lookup(name, { all: true, verbatim: true });

async function resolve(
  hostname: string,
  { allowedNetworks, resolveName = askSystem }: Pick<OutboundRequest, "allowedNetworks" | "resolveName">,
): Promise<Address> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(bare);
  const found: Address[] = family
    ? [{ address: bare, family }]
    : await resolveName(bare).catch((cause) => {
        throw new OutboundProblem(`„${bare}“ ist im DNS nicht zu finden.`, { cause });
      });
  // One private address among public ones is how a name leads inside after it was checked.
  const refused = found.find(({ address }) => !mayReach(address, allowedNetworks));
  const [first] = found;
  if (!first) throw new OutboundProblem(`„${bare}“ ist im DNS nicht zu finden.`);
  if (refused)
    throw new OutboundRefusal(
      `„${bare}“ führt zu ${refused.address}; dieses Netz ist in Einstellungen → Netzwerk nicht erlaubt.`,
    );
  return first;
}

function exchange(url: URL, pinned: Address, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
  const { method = "GET", headers, body, maxBytes = defaults.maxBytes } = request;
  const { promise, resolve: answered, reject } = Promise.withResolvers<OutboundAnswer>();
  const outgoing = (url.protocol === "https:" ? https : http).request(
    url,
    {
      method,
      signal,
      agent: false,
      headers: {
        "User-Agent": userAgent,
        ...headers,
        ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
      },
      lookup: (_hostname, options, callback) =>
        options.all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family),
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
        answered({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text, url: url.href });
      };
      incoming.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < maxBytes) return;
        finish();
        incoming.destroy();
      });
      incoming.once("end", finish);
      incoming.once("error", reject);
    },
  );
  outgoing.once("error", reject);
  outgoing.end(body);
  return promise;
}

const causes: Record<string, string> = {
  ECONNREFUSED: "Die Verbindung wurde abgelehnt.",
  ECONNRESET: "Die Verbindung wurde abgebrochen.",
  ETIMEDOUT: "Die Gegenstelle antwortet nicht.",
  EHOSTUNREACH: "Die Gegenstelle ist nicht erreichbar.",
  ENETUNREACH: "Das Netz ist nicht erreichbar.",
  CERT_HAS_EXPIRED: "Das Zertifikat ist abgelaufen.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Das Zertifikat ist selbst signiert.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Das Zertifikat gilt nicht für diesen Namen.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Das Zertifikat lässt sich nicht prüfen.",
};

function wordsFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "Die Gegenstelle hat nicht rechtzeitig geantwortet.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return causes[code] ?? `Die Anfrage ist gescheitert${code ? ` (${code})` : ""}.`;
}
