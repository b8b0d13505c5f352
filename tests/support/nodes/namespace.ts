import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { requireValue } from "../../../contract/narrowing.ts";
import { atFileEnd } from "../file-end.ts";

/** Addresses that nobody else has (RFC 2544 keeps them for tests of networks). */
const servicesOn = (no: number) => `198.19.255.${no}`;
const linkOf = (no: number) => ({ here: `198.19.${no}.1`, there: `198.19.${no}.2` });

const ip = (command: string) => spawnSync("ip", command.split(" "), { encoding: "utf8" });

function mustRun(command: string): void {
  const { status, stderr } = ip(command);
  if (status !== 0) throw new Error(`ip ${command}: ${stderr}`);
}

/** Why this host makes no networks for tests; empty where it does. */
export function whyNoNamespaces(): string {
  const name = `techcenter-${process.pid}`;
  const { error, status } = ip(`netns add ${name}`);
  if (error) return " (skipped: Debian's iproute2 is not installed)";
  if (status !== 0) return " (skipped: only root may make networks)";
  ip(`netns del ${name}`);
  return "";
}

/** A network of one node's own, with a link to each thing that it speaks with. */
export interface Namespace<Service extends string> {
  address: string;
  /** What starts a program in it. */
  enter: readonly string[];
  /** Where each service is reached, from here as from there. */
  services: Record<Service, { address: string; port: number }>;
  /** Lets nothing through any more in either direction, and says so to nobody. */
  cut(link: Service | "clients"): void;
  mend(link: Service | "clients"): void;
}

/** Opens one before services that listen on this host; it ends with the test file. */
export async function openNamespace<Service extends string>(
  targets: Record<Service, NetConnectOpts>,
): Promise<Namespace<Service>> {
  const name = `techcenter-${process.pid}`;
  mustRun(`netns add ${name}`);
  atFileEnd(async () => void ip(`netns del ${name}`));
  mustRun(`-n ${name} link set lo up`);
  const names = Object.keys(targets) as Service[];
  const links = new Map<Service | "clients", { device: string; peer: string; here: string; there: string }>();
  for (const [at, link] of [...names, "clients" as const].entries()) {
    const { here, there } = linkOf(at);
    const [device, peer] = [`tc${process.pid}h${at}`, `tc${process.pid}n${at}`];
    mustRun(`link add ${device} type veth peer name ${peer} netns ${name}`);
    mustRun(`addr add ${here}/30 dev ${device}`);
    mustRun(`link set ${device} up`);
    mustRun(`-n ${name} addr add ${there}/30 dev ${peer}`);
    mustRun(`-n ${name} link set ${peer} up`);
    links.set(link, { device, peer, here, there });
    if (link === "clients") continue;
    const address = servicesOn(at + 1);
    mustRun(`addr add ${address}/32 dev lo`);
    atFileEnd(async () => void ip(`addr del ${address}/32 dev lo`));
    mustRun(`-n ${name} route add ${address}/32 via ${here}`);
  }
  const services = {} as Namespace<Service>["services"];
  for (const [at, service] of names.entries())
    services[service] = { address: servicesOn(at + 1), port: await listenFor(servicesOn(at + 1), targets[service]) };
  /** Both ends send to an address that nobody has: what is lost so leaves no trace, as in a broken switch. */
  const turn = (link: Service | "clients", command: "replace" | "del") => {
    const { device, peer, here, there } = requireValue(links.get(link));
    const wrong = command === "replace" ? " lladdr 02:00:00:00:00:01 nud permanent" : "";
    mustRun(`neigh ${command} ${there} dev ${device}${wrong}`);
    mustRun(`-n ${name} neigh ${command} ${here} dev ${peer}${wrong}`);
  };
  return {
    address: linkOf(names.length).there,
    enter: ["ip", "netns", "exec", name],
    services,
    cut: (link) => turn(link, "replace"),
    mend: (link) => turn(link, "del"),
  };
}

/** Takes connections for a service that listens elsewhere on this host; resolves with the port. */
async function listenFor(address: string, target: NetConnectOpts): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(target);
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.once("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, address);
  await once(server, "listening");
  atFileEnd(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port was given");
  return bound.port;
}
