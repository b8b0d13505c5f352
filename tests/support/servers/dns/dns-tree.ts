import { createSocket, type Socket } from "node:dgram";
import { createServer, isIPv6, type Server, type Socket as TcpSocket } from "node:net";
import packets, { type Answer, type DecodedPacket, type Packet } from "dns-packet";
import { stablePort } from "../../ports.ts";
import type { SigningKey } from "./signing.ts";

/** A zone that a server holds. Names are in lower case without a dot at their end; the root is ".". */
export interface TestZone {
  name: string;
  records: Answer[];
  /** What lies below in zones of its own. */
  delegations?: { name: string; servers: { name: string; address?: string }[]; ds?: Answer[] }[];
  key?: SigningKey;
  signedUntil?: Date;
  /** A month before that when absent. */
  signedSince?: Date;
}

export type Mood = "answers" | "silent" | "refuses" | "truncates" | "forges";

export interface DnsTree {
  port: number;
  /** Every question, with the address it came to. */
  asked: { address: string; name: string; type: string; overTcp: boolean }[];
  /** Opens a server at one of the addresses of loopback; all share the port. */
  serve(address: string, zones: TestZone[]): Promise<void>;
  set(address: string, mood: Mood): void;
  close(): Promise<void>;
}

const isIn = (name: string, zone: string) => zone === "." || name === zone || name.endsWith(`.${zone}`);

/** Authoritative name servers on loopback: referrals with glue, DNSSEC, UDP and TCP. */
export async function openDnsTree(): Promise<DnsTree> {
  const port = await stablePort();
  const sockets: Socket[] = [];
  const servers: Server[] = [];
  const connections = new Set<TcpSocket>();
  const moods = new Map<string, Mood>();
  const asked: DnsTree["asked"] = [];

  const reply = (address: string, message: Buffer, zones: readonly TestZone[], overTcp: boolean) => {
    const query = packets.decode(message);
    const [question] = query.questions ?? [];
    if (!question) return undefined;
    asked.push({ address, name: question.name, type: question.type, overTcp });
    const mood = moods.get(address) ?? "answers";
    if (mood === "silent") return undefined;
    const head: Packet = { type: "response", id: query.id, questions: [question] };
    if (mood === "refuses") return packets.encode({ ...head, flags: 5 });
    if (mood === "truncates" && !overTcp) return packets.encode({ ...head, flags: packets.TRUNCATED_RESPONSE });
    const said = answer(query, zones);
    if (mood === "forges") forge(said);
    return packets.encode({ ...head, ...said });
  };

  return {
    port,
    asked,
    set: (address, mood) => void moods.set(address, mood),
    async serve(address, zones) {
      const udp = createSocket(isIPv6(address) ? "udp6" : "udp4");
      udp.on("message", (message, from) => {
        const bytes = reply(address, message, zones, false);
        if (bytes) udp.send(bytes, from.port, from.address);
      });
      await new Promise<void>((resolve, reject) => udp.once("error", reject).bind(port, address, resolve));
      sockets.push(udp);
      const tcp = createServer((socket) => {
        connections.add(socket);
        socket.on("error", () => undefined).once("close", () => connections.delete(socket));
        socket.once("data", (data: Buffer) => {
          const bytes = reply(address, data.subarray(2), zones, true);
          const length = Buffer.alloc(2);
          length.writeUInt16BE(bytes?.length ?? 0);
          socket.end(Buffer.concat([length, bytes ?? Buffer.alloc(0)]));
        });
      });
      await new Promise<void>((resolve, reject) => tcp.once("error", reject).listen(port, address, resolve));
      servers.push(tcp);
    },
    async close() {
      for (const connection of connections) connection.destroy();
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** An address that nobody has signed. */
function forge({ answers = [] }: Packet): void {
  for (const each of answers) if (each.type === "SOA") each.data = { ...each.data, serial: 666 };
}

const plain = (name: string) => (name === "" || name === "." ? "." : name.toLowerCase().replace(/\.$/, ""));

function answer({ questions }: DecodedPacket, zones: readonly TestZone[]): Packet {
  const [question] = questions ?? [];
  const name = plain(question?.name ?? ".");
  const type = question?.type ?? "A";
  const holding = zones
    .filter((zone) => isIn(name, zone.name) && !(type === "DS" && zone.name === name && name !== "."))
    .toSorted((a, b) => b.name.length - a.name.length);
  const [zone] = holding;
  if (!zone) return { flags: 5 };
  const signed = (records: Answer[]): Answer[] => {
    const key = zone.key;
    if (!key || records.length === 0) return records;
    const until = zone.signedUntil ?? new Date(Date.now() + 20 * 86_400_000);
    return [...records, key.sign(records, until, zone.signedSince)];
  };
  const below = zone.delegations?.find((each) => isIn(name, each.name));
  if (below && type === "DS" && name === below.name)
    return { flags: packets.AUTHORITATIVE_ANSWER, answers: signed(below.ds ?? []) };
  if (below)
    return {
      authorities: below.servers.map((server) => ({ type: "NS", name: below.name, ttl: 3600, data: server.name })),
      additionals: below.servers.flatMap((server): Answer[] =>
        server.address
          ? [{ type: isIPv6(server.address) ? "AAAA" : "A", name: server.name, ttl: 3600, data: server.address }]
          : [],
      ),
    };
  const all = zone.key ? [...zone.records, zone.key.record] : zone.records;
  const own = all.filter((record) => plain(record.name) === name);
  const found = own.filter((record) => record.type === type || record.type === "CNAME");
  const soa = zone.records.filter((record) => record.type === "SOA");
  const exists = own.length > 0 || all.some((record) => record.name.endsWith(`.${name}`));
  return {
    flags: packets.AUTHORITATIVE_ANSWER | (exists ? 0 : 3),
    answers: signed(found).map((each) => structuredCloneOf(each)),
    authorities: found.length === 0 ? signed(soa) : [],
  };
}

const structuredCloneOf = (each: Answer): Answer => ({ ...each });
