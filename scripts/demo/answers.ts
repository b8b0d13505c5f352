import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { escapeHtml } from "../../contract/document/html.ts";
import { type DnsReply, openDnsServer } from "../../tests/support/servers/dns-server.ts";
import { type Certificates, openCertificates } from "./certificates.ts";
import { openKnownNames } from "./names/known-names.ts";
import { openMailbox } from "./names/mailbox.ts";
import { openNameServers } from "./names/name-servers.ts";
import { answerOfProvider, registryName } from "./names/names.ts";
import { openSignatures } from "./names/signed-zones.ts";
import { answerOfRegistry, mailServer } from "./names/zones.ts";
import { isDown, newcomerSite } from "./newcomers.ts";
import { answerOfRegistrar, registrarName } from "./registrar.ts";
import { answerOf, type SiteAnswer, securely } from "./sites/site-pages.ts";
import { busyness, tempoOf } from "./tempo.ts";
import { type Answering, emptyWorld, readOwn, type World, writeOwn } from "./world.ts";

/** Servers on loopback that are the internet of the sample agency: its websites, and names that lead to them. */
export interface Answers extends Answering {
  close(): Promise<void>;
}

/** Nothing listens there: connections are refused, as when the program of a server has ended. */
const nobody = "127.0.0.9";
const here = "127.0.0.1";

/** Starts the servers of a demo and writes down where they are, for the process that checks. */
export async function openAnswers(dataDir: string, now = new Date()): Promise<Answers> {
  const world = readOwn<World>(dataDir, "world") ?? emptyWorld;
  const certificates = await openCertificates(dataDir, world, now);
  const names = await openDnsServer();
  const isKnown = openKnownNames({ ...emptyWorld, ...world });
  names.answer(({ name, type }) => (isKnown(name.toLowerCase()) ? resolve(world, name, type) : "NXDOMAIN"));
  const answer = answerFor(world);
  const plain = createServer((request, response) => {
    const name = (request.headers.host ?? "").replace(/:\d+$/, "");
    const location = world.sites?.[name] && securely(name, request.url ?? "/");
    return location ? void response.writeHead(301, { location }).end() : answer(request, response);
  });
  const secure = createSecureServer({ SNICallback: chooseCertificate(certificates) }, answer);
  secure.on("tlsClientError", () => undefined);
  const [plainPort, securePort] = [await listen(plain), await listen(secure)];
  const known = world.names ?? emptyWorld.names;
  const mailbox = await openMailbox(known, { SNICallback: chooseCertificate(certificates) }, now);
  const nameServers = await openNameServers({ names: known });
  const answering: Answering = {
    nameServer: names.address,
    plainPort,
    securePort,
    mailPort: mailbox.port,
    roots: certificates.roots,
    ...(nameServers && { dnsRoot: nameServers.root, dnsAnchor: nameServers.anchor }),
  };
  writeOwn(dataDir, "answering", answering);
  return {
    ...answering,
    async close() {
      await Promise.all([names.close(), nameServers?.close(), mailbox.close(), close(plain), close(secure)]);
    },
  };
}

function resolve({ silent }: World, name: string, type: string): DnsReply {
  if (type === "A") return [{ type, data: silent.includes(name) || isDown(name) ? nobody : here }];
  if (type === "NS") return ["ns1", "ns2"].map((server) => ({ type, data: `${server}.nordlicht.example` }));
  return [];
}

function chooseCertificate({ contextFor }: Certificates) {
  return (name: string, done: (error: Error | null, context?: Awaited<ReturnType<typeof contextFor>>) => void) => {
    contextFor(name).then(
      (context) => done(null, context),
      (error: Error) => done(error),
    );
  };
}

function answerFor(world: World) {
  const { slow, registrar = emptyWorld.registrar, names = emptyWorld.names } = world;
  const { dsOf } = openSignatures(names, () => new Date());
  const registry: Registry = (url) => answerOfRegistry({ names }, url, dsOf);
  return (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.headers.host ?? "").replace(/:\d+$/, "");
    const tempo = tempoOf(name, { isSlow: slow.includes(name) });
    const waitMs = tempo.ttfb * busyness(Date.now(), Math.random());
    const timer = setTimeout(() => {
      const { url = "/", headers: sent } = request;
      const { status, headers, body } =
        name === registrarName
          ? answerOfRegistrar(registrar, { url, authorization: sent.authorization })
          : answerTo(name, url, world, registry);
      response.writeHead(status, headers).end(body);
    }, waitMs);
    response.once("close", () => clearTimeout(timer));
  };
}

type Registry = (url: string) => SiteAnswer;

function answerTo(
  name: string,
  url: string,
  { sites = {}, names = emptyWorld.names, notice }: World,
  registry: Registry,
): SiteAnswer {
  if (name === registryName) return registry(url);
  if (notice && name === notice.host) return answerOfProvider(notice);
  if (name.startsWith("mta-sts."))
    return {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: `version: STSv1\nmode: enforce\nmx: ${mailServer}\nmax_age: 604800\n`,
    };
  const location = names.domains.find(({ nameAce }) => nameAce === name)?.redirectTarget;
  if (location) return { status: 301, headers: { location }, body: "" };
  const site = sites[name] ?? newcomerSite(name);
  if (site) return answerOf(name, url, site);
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: pageOf(name) };
}

const pageOf = (name: string) => `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head>
<body><h1>${escapeHtml(name)}</h1><p>Willkommen. Diese Seite gehört zur Beispielagentur und wird von der Demo beantwortet.</p></body></html>
`;

function listen(server: Server): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, here, () => done((server.address() as AddressInfo).port));
  });
}

function close(server: Server & { closeAllConnections(): void }): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
