import type { IncomingHttpHeaders } from "node:http";
import { decodeBody } from "../../checks/probes/read-page.ts";
import { follow, readUrl } from "../../outbound/guarded-fetch.ts";
import { acceptedEncodings } from "../../outbound/http-exchange.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { userAgent } from "../../outbound/user-agent.ts";
import type { DiscoveryTools } from "./tools.ts";

export interface OpenedPage {
  /** After all redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty where it is of no type that is read. */
  html: string;
  /** The IP address that has answered. */
  address: string;
}

export interface PageContext {
  tools: DiscoveryTools;
  allowedNetworks: readonly string[];
  signal: AbortSignal;
}

const pageMs = 12_000;
const maxBytes = 2 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Opens a page as a browser does, certificates that are not valid included: those are judged for themselves. Of other types
 * than those that are asked for nothing is read.
 */
export async function openPage(
  start: URL,
  { tools, allowedNetworks, signal }: PageContext,
  types = /html|text\/plain/i,
): Promise<OpenedPage> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(pageMs)]);
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const answer = await follow({
      url,
      method: "GET",
      headers: {
        "User-Agent": userAgent(),
        Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
        "Accept-Language": "de,en;q=0.5",
        "Accept-Encoding": acceptedEncodings,
      },
      maxRedirects: 0,
      maxBytes,
      signal: within,
      acceptsInvalid: true,
      allowedNetworks,
      resolveName: tools.resolveName,
    });
    const { status, headers, address, body } = answer;
    const isRedirect = [301, 302, 303, 307, 308].includes(status);
    if (!isRedirect || !headers.location) {
      const isRead = types.test(headers["content-type"] ?? "text/html");
      return { url, status, headers, address, html: isRead ? decodeBody(body, headers["content-type"]) : "" };
    }
    url = readUrl(headers.location, url);
  }
  throw new OutboundProblem(`Mehr als ${maxRedirects} Weiterleitungen.`, { code: "redirect" });
}
