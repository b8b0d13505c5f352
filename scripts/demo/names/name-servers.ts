import { createSocket, type Socket } from "node:dgram";
import packets, { type Answer, type Packet } from "dns-packet";
import type { World } from "../world.ts";
import { openSignatures } from "./signed-zones.ts";
import { ending, nameServers, openRegister, recordsOf } from "./zones.ts";

/** The DNS of the sample agency from the root downwards. */
export interface NameServers {
  /** Where a search begins, as `DNS_ROOT` has it. */
  root: string;
  /** The key of that root, as `DNS_ROOT_ANCHOR` has it. */
  anchor: string;
  close(): Promise<void>;
}

const at = { root: "127.0.0.1", ending: "127.0.0.2" } as const;
const endingServer = `a.nic.${ending}`;
const ttl = 3600;

/**
 * Opens a root, a registry and the name servers of all domains, on addresses of loopback that share a port. Undefined
 * where the machine has only one such address, as macOS does: nothing is asked of the DNS then.
 */
export async function openNameServers({ names }: Pick<World, "names">): Promise<NameServers | undefined> {
  const register = openRegister(names);
  const signatures = openSignatures(names, () => new Date());
  const reverse = reverseOf(names.addresses);
  const answers: Readonly<Record<string, (name: string, type: string) => Packet>> = {
    [at.root]: (name, type) =>
      name === ending && type === "DS"
        ? signatures.sign("", type, authoritative(signatures.dsOfEnding))
        : answerOfRoot(name, type, reverse, (answer) => signatures.sign("", type, answer)),
    [at.ending]: (name, type) => {
      const domain = name.split(".").slice(-2).join(".");
      if (name === ending) return signatures.sign(ending, type, authoritative([]));
      if (name === endingServer) return authoritative(type === "A" ? [address(name, at.ending)] : []);
      const known = register(domain);
      if (!known) return { flags: packets.AUTHORITATIVE_ANSWER | 3 };
      if (type !== "DS" || name !== domain) return referral(domain, nameServers);
      return signatures.sign(ending, type, authoritative(signatures.dsOf(known)));
    },
  };
  const answerOfDomain = (name: string, type: string): Packet => {
    const host = Object.entries(nameServers).find(([server]) => server === name);
    if (host) return authoritative(type === "A" ? [address(name, host[1])] : []);
    const domain = register(name.split(".").slice(-2).join("."));
    if (!domain) return { flags: 5 };
    const own = recordsOf(domain, names).filter((record) => record.name === name);
    const found = own.filter((record) => record.type === type || record.type === "CNAME");
    return signatures.sign(domain, name === domain.nameAce ? type : "", {
      ...authoritative(found),
      flags: packets.AUTHORITATIVE_ANSWER | (own.length > 0 || type === "PTR" ? 0 : 3),
    });
  };
  const sockets: Socket[] = [];
  const close = () => Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.close(() => done()))));
  try {
    for (const server of [at.root, at.ending, ...Object.values(nameServers)]) {
      const port = sockets[0]?.address().port ?? 0;
      sockets.push(await open({ server, port }, answers[server] ?? answerOfDomain));
    }
  } catch {
    await close();
    return undefined;
  }
  return {
    root: `${at.root}:${sockets[0]?.address().port}`,
    anchor: signatures.anchor,
    close: async () => {
      await close();
    },
  };
}

const address = (name: string, data: string): Answer => ({ type: "A", name, ttl, data });
const authoritative = (found: Answer[]): Packet => ({ flags: packets.AUTHORITATIVE_ANSWER, answers: found });

function referral(zone: string, servers: Readonly<Record<string, string>>): Packet {
  return {
    authorities: Object.keys(servers).map((data): Answer => ({ type: "NS", name: zone, ttl, data })),
    additionals: Object.entries(servers).map(([name, ip]) => address(name, ip)),
  };
}

function answerOfRoot(
  name: string,
  type: string,
  reverse: ReadonlyMap<string, string>,
  sign: (answer: Packet) => Packet,
): Packet {
  const server = reverse.get(name);
  if (server) return authoritative(type === "PTR" ? [{ type: "PTR", name, ttl, data: server }] : []);
  if (name === "") return sign(authoritative([]));
  if (name === ending || name.endsWith(`.${ending}`)) return referral(ending, { [endingServer]: at.ending });
  return { flags: packets.AUTHORITATIVE_ANSWER | 3 };
}

/** What IPv4 addresses are called: each after the first name that leads there. */
function reverseOf(addresses: World["names"]["addresses"]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, ips] of Object.entries(addresses))
    for (const ip of ips) {
      const pointer = `${ip.split(".").toReversed().join(".")}.in-addr.arpa`;
      if (!ip.includes(":") && !found.has(pointer)) found.set(pointer, name);
    }
  return found;
}

function open(
  { server, port }: { server: string; port: number },
  answer: (name: string, type: string) => Packet,
): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { id, questions = [] } = packets.decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase().replace(/\.$/, "");
    const said = answer(name, question.type);
    socket.send(packets.encode({ type: "response", id, questions: [question], ...said }), from.port, from.address);
  });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once("error", reject).bind(port, server, () => resolve(socket));
  return promise;
}
