import type { IncomingHttpHeaders } from "node:http";
import type { SeenPanel } from "../../../contract/addresses/addresses.ts";
import { follow } from "../../outbound/guarded-fetch.ts";
import { userAgent } from "../../outbound/user-agent.ts";

/** What a login page says to whoever opens it. */
export interface LoginPage {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A sign of a panel; its first group is the version, where the sign carries one. */
type Sign = readonly [place: "server" | "title" | "html", pattern: RegExp];

/** Panels by what they call themselves, in the `Server` header and on their login pages. */
const panels: Readonly<Record<string, readonly Sign[]>> = {
  Plesk: [
    ["title", /^Plesk(?: Obsidian| Onyx)?(?: (\d{1,3}(?:\.\d{1,4}){1,3}))?$/],
    ["server", /^sw-cp-server(?:\/\d[\d.]{0,20})?$/],
  ],
  cPanel: [
    ["server", /^cpsrvd(?:\/(\d[\d.]{0,20}))?$/],
    ["title", /^(?:cPanel|WHM)(?: (?:Login|Anmeldung))?$/],
  ],
  DirectAdmin: [
    ["server", /^DirectAdmin(?: Daemon)?(?: v?(\d[\d.]{0,20}))?/],
    ["title", /^(?:DirectAdmin(?: Login)?|Login - DirectAdmin)$/],
  ],
  ISPConfig: [
    ["title", /^(?:Login - )?ISPConfig(?: 3)?$/],
    ["html", />\s*ISPConfig (\d{1,2}\.\d{1,2}[\w.]{0,12})/],
    ["html", /powered by <a [^>]{0,200}>ISPConfig<\/a>/i],
  ],
  HestiaCP: [
    ["title", /^(?:[^<]{0,60} - )?Hestia Control Panel$/],
    ["html", /<meta name="(?:application-name|author)" content="Hestia(?:CP| Control Panel)"/],
  ],
  // Its web server, which belongs to nothing else, has the version of the panel.
  Webmin: [
    ["server", /^MiniServ(?:\/(\d[\d.]{0,20}))?$/],
    ["title", /^(?:Login to|Anmelden bei|Anmeldung bei) (?:Webmin|Virtualmin)/],
  ],
};

/** The panel whose login page this is, and its version where the page or its headers name one. */
export function recognizePanel({ headers, body }: LoginPage): SeenPanel | undefined {
  const title = /<title[^>]{0,100}>([^<]{0,200})<\/title>/i.exec(body)?.[1] ?? "";
  const said = { server: String(headers.server ?? ""), title: title.replace(/\s+/g, " ").trim(), html: body };
  for (const [name, signs] of Object.entries(panels)) {
    const found = signs.map(([place, pattern]) => pattern.exec(said[place])).filter((match) => match !== null);
    if (found.length > 0) return { name, version: found.find(([, version]) => version)?.[1] ?? null };
  }
  return undefined;
}

const answerMs = 8000;
const maxBytes = 64 * 1024;

/**
 * Reads what stands at the port of a panel, by TLS and otherwise without; its certificate is its own affair. Undefined
 * where nothing that is known answers.
 */
export async function askPanel(
  { ip, port }: { ip: string; port: number },
  allowedNetworks: readonly string[],
): Promise<SeenPanel | undefined> {
  const host = ip.includes(":") ? `[${ip}]` : ip;
  for (const scheme of ["https", "http"]) {
    const page = await follow({
      url: new URL(`${scheme}://${host}:${port}/`),
      method: "GET",
      headers: { "User-Agent": userAgent(), Accept: "text/html" },
      allowedNetworks,
      acceptsInvalid: true,
      maxRedirects: 3,
      maxBytes,
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => undefined);
    if (page) return recognizePanel({ headers: page.headers, body: page.body.toString("utf8") });
  }
  return undefined;
}
