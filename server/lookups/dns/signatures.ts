import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import packets, { type Answer, type DnskeyAnswer, type RrsigAnswer } from "dns-packet";
import type { Anchor } from "./root.ts";
import { plainName } from "./wire.ts";

/** The encoders of the library, which its types do not name. */
const encoders = packets as unknown as {
  record(type: string): { encode(data: unknown): Buffer };
  name: { encode(name: string): Buffer };
};

/** The library counts one byte too many for a root that is written as nothing. */
const rooted = (name: string) => plainName(name) || ".";
const wireName = (name: string) => encoders.name.encode(rooted(name));

/** Data of a record in its canonical form (RFC 4034, 6.2), with its length before it. */
function wireData({ type, ...record }: Answer): Buffer {
  const data = "data" in record ? record.data : undefined;
  return encoders.record(type).encode(lowerNames(type, data));
}

/** Names within the data of old types are compared in lower case (RFC 4034, 6.2; RFC 6840, 5.1). */
function lowerNames(type: string, data: unknown): unknown {
  if (typeof data === "string") return type === "NS" || type === "CNAME" || type === "PTR" ? data.toLowerCase() : data;
  if (data === null || typeof data !== "object" || Array.isArray(data) || Buffer.isBuffer(data)) return data;
  const named: Record<string, readonly string[]> = { MX: ["exchange"], SOA: ["mname", "rname"], SRV: ["target"] };
  const names = named[type] ?? [];
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, names.includes(key) ? String(value).toLowerCase() : value]),
  );
}

/** The tag by which signatures name a key (RFC 4034, appendix B). */
export function keyTagOf(key: DnskeyAnswer): number {
  const bytes = wireData(key).subarray(2);
  let sum = 0;
  bytes.forEach((byte, index) => {
    sum += index % 2 === 0 ? byte << 8 : byte;
  });
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

const hashes: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };

/** The hash of a key as its parent publishes it, in hexadecimal; undefined for kinds of hashes that nobody should use. */
export function digestOf(key: DnskeyAnswer, digestType: number): string | undefined {
  const hash = hashes[digestType];
  return hash && createHash(hash).update(wireName(key.name)).update(wireData(key).subarray(2)).digest("hex");
}

/** Whether an anchor, or a parent's DS, names this key. */
export function isNamed(key: DnskeyAnswer, { keyTag, algorithm, digestType, digest }: Anchor): boolean {
  if (key.data.algorithm !== algorithm || keyTagOf(key) !== keyTag) return false;
  return digestOf(key, digestType) === digest.toLowerCase();
}

/** What a signature covers, byte for byte (RFC 4034, 3.1.8.1). */
function signedBytes({ name, data: signature }: RrsigAnswer, records: readonly Answer[]): Buffer {
  const owner = plainName(name).split(".");
  const isWildcard = plainName(name) !== "" && owner.length > signature.labels;
  const ownerName = isWildcard ? `*.${owner.slice(-signature.labels).join(".")}` : name;
  const head = encoders
    .record("RRSIG")
    .encode({ ...signature, signersName: rooted(signature.signersName), signature: Buffer.alloc(0) })
    .subarray(2);
  const typed = Buffer.alloc(8);
  typed.writeUInt16BE(typeNumber(head), 0);
  typed.writeUInt16BE(1, 2);
  typed.writeUInt32BE(signature.originalTTL, 4);
  const data = [...new Map(records.map((record) => [wireData(record).toString("hex"), wireData(record)])).values()];
  const sorted = data.toSorted((a, b) => Buffer.compare(a.subarray(2), b.subarray(2)));
  return Buffer.concat([head, ...sorted.flatMap((each) => [wireName(ownerName), typed, each])]);
}

const typeNumber = (signatureHead: Buffer) => signatureHead.readUInt16BE(0);

/** What signatures are made over, by the number of their algorithm; null where the algorithm hashes by itself. */
const signatureHashes: Readonly<Record<number, string | null>> = {
  5: "sha1",
  7: "sha1",
  8: "sha256",
  10: "sha512",
  13: "sha256",
  14: "sha384",
  15: null,
  16: null,
};

/** Whether a key that a parent names so can be checked at all: others are as good as none (RFC 4035, 5.2). */
export const isSupported = ({ algorithm, digestType }: Pick<Anchor, "algorithm" | "digestType">) =>
  signatureHashes[algorithm] !== undefined && hashes[digestType] !== undefined;

/** Whether a key has signed these records; false for algorithms that are not known. */
export function isSignedBy(signature: RrsigAnswer, records: readonly Answer[], key: DnskeyAnswer): boolean {
  const { algorithm, keyTag } = signature.data;
  const hash = signatureHashes[algorithm];
  if (hash === undefined || key.data.algorithm !== algorithm || keyTagOf(key) !== keyTag) return false;
  try {
    const bytes = signedBytes(signature, records);
    return verify(hash, bytes, { key: publicKey(key), dsaEncoding: "ieee-p1363" }, signature.data.signature);
  } catch {
    return false;
  }
}

/** A key of the DNS as node knows it (RFC 3110, RFC 6605, RFC 8080). */
function publicKey({ data: { algorithm, key } }: DnskeyAnswer): KeyObject {
  const part = (bytes: Buffer) => bytes.toString("base64url");
  if (algorithm === 15 || algorithm === 16)
    return createPublicKey({
      key: { kty: "OKP", crv: algorithm === 15 ? "Ed25519" : "Ed448", x: part(key) },
      format: "jwk",
    });
  if (algorithm === 13 || algorithm === 14) {
    const half = key.length / 2;
    const crv = algorithm === 13 ? "P-256" : "P-384";
    const jwk = { kty: "EC", crv, x: part(key.subarray(0, half)), y: part(key.subarray(half)) };
    return createPublicKey({ key: jwk, format: "jwk" });
  }
  const isLong = key[0] === 0;
  const length = isLong ? key.readUInt16BE(1) : (key[0] ?? 0);
  const start = isLong ? 3 : 1;
  const jwk = { kty: "RSA", e: part(key.subarray(start, start + length)), n: part(key.subarray(start + length)) };
  return createPublicKey({ key: jwk, format: "jwk" });
}
