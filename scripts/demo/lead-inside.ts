import { isReservedHost } from "../../contract/checks/reserved-names.ts";
import type { CheckOrder, Probe, ProbeOutcome } from "../../server/checks/probe.ts";
import type { Detour } from "../../server/outbound/detours.ts";
import { openResolver, type ResolveName } from "../../server/outbound/resolver.ts";
import type { Answering } from "./world.ts";

const loopback = ["127.0.0.0/8"];
/** Who stands for the internet when the portal doubts its own connection. */
export const canaryNames = [1, 2, 3].map((number) => `gegenprobe-${number}.example`);

/**
 * Names as the demo's own name server has them. The process that is busy with a start answers for them late; the canaries
 * are there without it, or a demo on a slow machine would begin with an outage of its own connection.
 */
function openNames(nameServer: string): ResolveName {
  const ask = openResolver({ servers: [nameServer] });
  return async (name) => (canaryNames.includes(name) ? [{ address: "127.0.0.1", family: 4 }] : ask(name));
}

/**
 * The portal's own probe, with names that nobody can own led to the servers of the demo: to their name server, their
 * ports and their issuer of certificates. All other names are looked at as they always are, and only these may lead to
 * loopback.
 */
export function leadInside(probe: Probe, answering: Answering): Probe {
  const inside = { servers: [answering.nameServer], resolveName: openNames(answering.nameServer) };
  const outside = { resolveName: openResolver() };
  return async (order, tools) => {
    if (!isReservedHost(nameOf(order))) return probe(order, { ...tools, resolver: outside });
    const {
      finalUrl: _,
      remoteAddress: __,
      ...found
    } = await probe(leadTo(order, answering), {
      ...tools,
      resolver: inside,
      allowedNetworks: loopback,
      trust: answering.roots,
    });
    return withoutPorts(found, order);
  };
}

/** The way to the same servers for whoever asks without a check. */
export function detourTo({ nameServer, plainPort, securePort, mailPort, roots }: Answering) {
  const resolveName = openNames(nameServer);
  const detour: Detour = {
    ports: { 80: plainPort, 443: securePort, 993: mailPort },
    resolveName,
    allowedNetworks: loopback,
    trust: roots,
  };
  return (host: string): Detour | undefined => (isReservedHost(host) ? detour : undefined);
}

function nameOf(order: CheckOrder): string {
  if (order.kind === "http") return URL.canParse(order.config.url) ? new URL(order.config.url).hostname : "";
  if (order.kind === "dns") return order.config.name;
  return order.kind === "push" ? "" : order.config.host;
}

/** Only root may listen on the ports of the web, so the demo answers on others; hosts are asked there as well. */
function leadTo(order: CheckOrder, { plainPort, securePort }: Answering): CheckOrder {
  if (order.kind === "http") {
    const url = new URL(order.config.url);
    url.port = String(url.protocol === "https:" ? securePort : plainPort);
    return { ...order, config: { ...order.config, url: url.href } };
  }
  if (order.kind === "tls") return { ...order, config: { ...order.config, startTls: null, port: securePort } };
  if (order.kind === "ping" || order.kind === "tcp" || order.kind === "smtp") {
    const { host } = order.config;
    return { ...order, kind: "tcp", config: { host, port: securePort, slowMs: 1000 } };
  }
  return order;
}

/** All of the sample agency answers at one address, which must not make its websites wait for each other. */
function withoutPorts(found: Omit<ProbeOutcome, "finalUrl" | "remoteAddress">, order: CheckOrder): ProbeOutcome {
  return order.kind === "http" && found.outcome !== "failed" ? { ...found, finalUrl: order.config.url } : found;
}
