import type { Guard } from "../../outbound/guarded-connect.ts";
import { follow, readUrl } from "../../outbound/guarded-fetch.ts";
import { acceptedEncodings } from "../../outbound/http-exchange.ts";
import { userAgent } from "../../outbound/user-agent.ts";

/** What one request came to: the page, or the answer of a server without one. */
export interface Fetched {
  url: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** By what a website is read; `get` throws an OutboundProblem where nobody answers. */
export interface SiteReader {
  get(url: string, options?: { keepsRedirects?: boolean; maxBytes?: number }): Promise<Fetched>;
  /** Whether so much time has gone into reading that no more links are followed. */
  isOver(): boolean;
}

const usualPageMs = 15_000;
const usualWholeMs = 90_000;
const maxPage = 2 * 1024 * 1024;

interface Limits {
  pageMs?: number;
  wholeMs?: number;
  now?: () => number;
}

/**
 * Reads a website over guarded requests, as long as a run may take. Only the time in which something is read counts: a run
 * also waits for a browser that others use.
 */
export function openSiteReader(
  guard: Guard,
  { pageMs = usualPageMs, wholeMs = usualWholeMs, now = () => performance.now() }: Limits = {},
): SiteReader {
  let readMs = 0;
  let open = 0;
  let since = 0;
  const begin = () => {
    if (open === 0) since = now();
    open += 1;
  };
  const end = () => {
    open -= 1;
    if (open === 0) readMs += now() - since;
  };
  return {
    isOver: () => readMs + (open > 0 ? now() - since : 0) > wholeMs,
    async get(url, { keepsRedirects = false, maxBytes = maxPage } = {}) {
      const target = readUrl(url);
      begin();
      const answer = await follow({
        ...guard,
        url: target,
        method: "GET",
        headers: {
          "User-Agent": `Mozilla/5.0 (compatible) ${userAgent()}`,
          Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
          "Accept-Encoding": acceptedEncodings,
          "Accept-Language": "de,en;q=0.5",
        },
        maxRedirects: keepsRedirects ? 0 : 5,
        maxBytes,
        signal: AbortSignal.timeout(pageMs),
      }).finally(end);
      const { status, headers, body } = answer;
      return {
        url: answer.url.href,
        status,
        headers: plainHeaders(headers),
        body: decode(body, headers["content-type"]),
      };
    },
  };
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).slice(0, 200);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, (Array.isArray(value) ? value.join("\n") : (value ?? "")).slice(0, 8000)]),
  );
}

/** Umlauts of old pages: by the header, else by what the page says of itself. */
function decode(body: Buffer, type: string | undefined): string {
  const said = /charset\s{0,3}=\s{0,3}["']?([\w-]{3,20})/i;
  const label = said.exec(type ?? "")?.[1] ?? said.exec(body.subarray(0, 2048).toString("latin1"))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return body.toString("utf8");
  }
}
