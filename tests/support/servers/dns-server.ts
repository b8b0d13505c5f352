import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { isIPv4 } from "node:net";

export const dnsTypes = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, TXT: 16, AAAA: 28, CAA: 257 } as const;
export type DnsType = keyof typeof dnsTypes;

export interface DnsRecord {
  type: string;
  data: string;
  ttl?: number;
}
/** `silence` never answers; bytes are sent as they are. */
export type DnsReply = readonly DnsRecord[] | "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "silence" | Buffer;

interface DnsQuestion {
  name: string;
  type: string;
  /** As it came, for answers that are none. */
  message: Buffer;
}

export interface DnsServer {
  /** `127.0.0.1:port`, as name servers are written. */
  address: string;
  asked: { name: string; type: string }[];
  answer(with_: (question: DnsQuestion) => DnsReply): void;
  close(): Promise<void>;
}

const failures = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/** A name server on loopback that answers as the test says, over UDP and without compression. */
export async function openDnsServer(): Promise<DnsServer> {
  let answerWith: Parameters<DnsServer["answer"]>[0] = () => "NXDOMAIN";
  const asked: DnsServer["asked"] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { name, type, end } = readQuestion(message);
    asked.push({ name, type });
    const reply = answerWith({ name, type, message });
    if (reply === "silence") return;
    const bytes = Buffer.isBuffer(reply) ? reply : writeReply(message.subarray(0, end), reply);
    socket.send(bytes, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    answer: (with_) => {
      answerWith = with_;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const number = message.readUInt16BE(at + 1);
  const type = Object.entries(dnsTypes).find(([, known]) => known === number)?.[0] ?? String(number);
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function writeReply(question: Buffer, reply: Exclude<DnsReply, "silence" | Buffer>): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  const records = typeof reply === "string" ? [] : reply;
  header.writeUInt16BE(0x8180 | (typeof reply === "string" ? failures[reply] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12), ...records.map(writeRecord)]);
}

function writeRecord({ type, data, ttl = 60 }: DnsRecord): Buffer {
  const bytes = writeData(type, data);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(dnsTypes[type as DnsType], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function writeData(type: string, data: string): Buffer {
  if (type === "A" && isIPv4(data)) return Buffer.from(data.split(".").map(Number));
  if (type === "AAAA") return writeIpv6(data);
  if (type === "TXT") return writeText(data);
  if (type === "MX") {
    const [priority = "10", exchange = ""] = data.split(" ");
    return Buffer.concat([uint16(Number(priority)), writeName(exchange)]);
  }
  if (type === "CAA") {
    const [flags = "0", tag = "issue", value = ""] = data.split(" ");
    return Buffer.concat([Buffer.from([Number(flags), tag.length]), Buffer.from(tag + value)]);
  }
  if (type === "SOA") {
    const [primary = "", mail = "", ...numbers] = data.split(" ");
    const values = Buffer.alloc(20);
    numbers.slice(0, 5).forEach((number, index) => {
      values.writeUInt32BE(Number(number), index * 4);
    });
    return Buffer.concat([writeName(primary), writeName(mail), values]);
  }
  return writeName(data);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value, 0);
  return bytes;
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function writeName(name: string): Buffer {
  const labels = name.split(".").filter(Boolean);
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
}

function writeIpv6(address: string): Buffer {
  const [left = "", right] = address.split("::");
  const groups = (text: string | undefined) => (text ? text.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [groups(left), groups(right)];
  const middle = right === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => 0);
  return Buffer.concat([...first, ...middle, ...last].map(uint16));
}
