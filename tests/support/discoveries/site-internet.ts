import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createSecureContext } from "node:tls";
import type { DiscoveryTools } from "../../../server/features/discoveries/tools.ts";
import { type DetourOf, setDetours } from "../../../server/outbound/detours.ts";
import { OutboundProblem } from "../../../server/outbound/outbound-problem.ts";
import { makeAuthority } from "../servers/certificates.ts";

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface Site {
  /** By path; `*` answers for all others. */
  pages: Readonly<Record<string, string | SiteHandler>>;
  /** No certificate and nothing on the port of HTTPS. */
  isPlain?: boolean;
}

/** Websites under names of a test's own, served on loopback by HTTP and HTTPS, and how to get there. */
export interface SiteInternet {
  tools: DiscoveryTools;
  /** How the portal of a test gets to the sites. */
  detourOf: DetourOf;
  sites: Map<string, Site>;
  /** Every page that was asked for, as `host/path`. */
  asked: string[];
  /** Names that lead to these addresses without a detour: what is not allowed there must not be asked. */
  plainNames: Map<string, string>;
  close(): Promise<void>;
}

export async function openSiteInternet(): Promise<SiteInternet> {
  const authority = await makeAuthority();
  const issued = new Map<string, ReturnType<typeof createSecureContext>>();
  const sites = new Map<string, Site>();
  const plainNames = new Map<string, string>();
  const asked: string[] = [];
  const answer: SiteHandler = (request, response) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const path = request.url ?? "/";
    asked.push(`${host}${path}`);
    const pages = sites.get(host)?.pages;
    const page = pages?.[path] ?? pages?.["*"];
    if (typeof page === "function") return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "<title>Nicht gefunden</title>");
  };
  const plain = createServer(answer);
  const secure = createSecureServer(
    {
      SNICallback: (name, done) => {
        if (sites.get(name)?.isPlain) return done(new Error("no certificate"));
        const known = issued.get(name);
        if (known) return done(null, known);
        void authority.issue({ names: [name] }).then((made) => {
          const context = createSecureContext(made);
          issued.set(name, context);
          done(null, context);
        });
      },
    },
    answer,
  );
  secure.on("tlsClientError", () => undefined);
  const ports = { 80: await listen(plain), 443: await listen(secure) } as const;
  const resolveName = async (name: string) => {
    if (!sites.has(name)) throw new OutboundProblem(`„${name}“ ist im DNS nicht zu finden.`, { code: "dnsNotFound" });
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const detourOf: DetourOf = (host) =>
    plainNames.has(host) || !/\.(?:example|test)$/.test(host)
      ? undefined
      : { ports, resolveName, allowedNetworks: ["127.0.0.0/8"], trust: [authority.root] };
  setDetours(detourOf);
  return {
    sites,
    asked,
    plainNames,
    detourOf,
    tools: {
      resolveName: async (name) => {
        const address = plainNames.get(name);
        return address ? [{ address, family: 4 }] : resolveName(name);
      },
    },
    async close() {
      setDetours(undefined);
      await Promise.all([plain, secure].map(close));
    },
  };
}

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

function close(server: ReturnType<typeof createServer> | ReturnType<typeof createSecureServer>): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The start page of a site that links to its Impressum. */
export const startPage = (title: string, impressum = "/impressum") =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>Willkommen bei uns, schön, dass Sie da sind.</p><a href="${impressum}">Impressum</a>`;

export const imprintPage = (company: string, { street = "Rheinstraße 12", vatId = "" } = {}) =>
  `<!doctype html><title>Impressum</title><h1>Impressum</h1><p>Angaben gemäß § 5 DDG</p><p>${company}<br>${street}<br>55411 Bingen</p><p>Telefon: 06721 555120</p>${vatId && `<p>USt-IdNr.: ${vatId}</p>`}`;
