import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";
import packets, { type Answer, type DecodedPacket, type RecordType } from "dns-packet";
import { mayReach } from "../../outbound/addresses.ts";
import { connectGuarded } from "../../outbound/guarded-connect.ts";
import { OutboundProblem, OutboundRefusal } from "../../outbound/outbound-problem.ts";

export type { Answer, RecordType } from "dns-packet";

export interface WireOptions {
  /** 53, but for tests. */
  port: number;
  /** Private networks that an admin has allowed. */
  allowedNetworks: readonly string[];
  /** For one attempt over UDP; there are two. */
  timeoutMs: number;
}

export interface DnsReply {
  rcode: string;
  isAuthoritative: boolean;
  answers: Answer[];
  authorities: Answer[];
  additionals: Answer[];
}

/** What fits into one packet everywhere (DNS flag day 2020). */
const udpSize = 1232;
const maxTcpBytes = 65_535;

/**
 * Asks one server about one name, without recursion and with signatures: over UDP from a port of its own, twice, and over
 * TCP where the answer does not fit. Rejects with an OutboundProblem; private addresses are refused.
 */
export async function askServer(
  address: string,
  question: { name: string; type: RecordType },
  options: WireOptions,
): Promise<DnsReply> {
  if (!mayReach(address, options.allowedNetworks))
    throw new OutboundRefusal(`${address} liegt in einem Netz, das in Einstellungen → Netzwerk nicht erlaubt ist.`);
  const first = await askOverUdp(address, question, options).catch(() => askOverUdp(address, question, options));
  return toReply(first.flag_tc ? await askOverTcp(address, question, options) : first);
}

function encodeQuestion(id: number, { name, type }: { name: string; type: RecordType }): Buffer {
  return packets.encode({
    type: "query",
    id,
    flags: 0,
    questions: [{ type, name }],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: udpSize,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: packets.DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  });
}

function askOverUdp(
  address: string,
  question: { name: string; type: RecordType },
  { port, timeoutMs }: WireOptions,
): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const id = randomInt(65_536);
  const socket = createSocket(isIPv4(address) ? "udp4" : "udp6");
  // A turn later: where this process was busy until now, the answer may lie there unread.
  const timer = setTimeout(() => setImmediate(() => reject(silent())), timeoutMs);
  socket.on("message", (message) => {
    const packet = readReply(message, id, question);
    if (packet) resolve(packet);
  });
  socket.on("error", reject);
  // A connected socket takes packets from this server alone, and hears when nobody listens there.
  socket.connect(port, address, () => socket.send(encodeQuestion(id, question)));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

async function askOverTcp(
  address: string,
  question: { name: string; type: RecordType },
  { port, allowedNetworks, timeoutMs }: WireOptions,
): Promise<DecodedPacket> {
  const signal = AbortSignal.timeout(timeoutMs * 2);
  const { socket } = await connectGuarded({ host: address, port, allowedNetworks, signal });
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const id = randomInt(65_536);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    const all = Buffer.concat(chunks);
    const length = all.length < 2 ? maxTcpBytes : all.readUInt16BE(0);
    if (all.length < length + 2) return;
    const packet = readReply(all.subarray(2, length + 2), id, question);
    if (packet) resolve(packet);
    else reject(silent());
  });
  socket.once("error", reject);
  socket.once("close", () => reject(silent()));
  const message = encodeQuestion(id, question);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  socket.write(Buffer.concat([length, message]));
  return promise.finally(() => socket.destroy());
}

/** The answer to a question; undefined for whatever else a packet may be. */
export function readReply(
  message: Buffer,
  id: number,
  { name, type }: { name: string; type: RecordType },
): DecodedPacket | undefined {
  try {
    const packet = packets.decode(message);
    const [asked] = packet.questions ?? [];
    const isOurs =
      packet.flag_qr && packet.id === id && asked?.type === type && plainName(asked.name) === plainName(name);
    return isOurs ? packet : undefined;
  } catch {
    return undefined;
  }
}

function toReply(packet: DecodedPacket): DnsReply {
  const { answers = [], authorities = [], additionals = [] } = packet;
  const rcode = "rcode" in packet ? String(packet.rcode) : "SERVFAIL";
  return { rcode, isAuthoritative: packet.flag_aa, answers, authorities, additionals };
}

const silent = () => new OutboundProblem("Der Nameserver antwortet nicht.", { code: "timeout" });

/** A name in lower case without its last dot; the root is empty. Only letters of ASCII have a case (RFC 4343). */
export function plainName(name: string): string {
  const plain = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return plain.endsWith(".") ? plain.slice(0, -1) : plain;
}
