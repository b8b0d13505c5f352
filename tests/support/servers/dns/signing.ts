import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import packets, { type Answer, type DnskeyAnswer, type DSAnswer, type RrsigAnswer } from "dns-packet";

const encoders = packets as unknown as { answer: { encode(answer: Answer): Buffer } };

export type Algorithm = "rsa" | "p256" | "ed25519";

export interface SigningKey {
  record: DnskeyAnswer;
  ds: DSAnswer;
  keyTag: number;
  algorithm: number;
  /** Signs records of one name and type, from an hour ago until then. */
  sign(records: readonly Answer[], until: Date, since?: Date): RrsigAnswer;
}

const numbers: Record<Algorithm, number> = { rsa: 8, p256: 13, ed25519: 15 };

function generate(algorithm: Algorithm): { key: Buffer; privateKey: KeyObject } {
  const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
  if (algorithm === "rsa") {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { e, n } = publicKey.export({ format: "jwk" });
    return { key: Buffer.concat([Buffer.from([bytes(e).length]), bytes(e), bytes(n)]), privateKey };
  }
  if (algorithm === "ed25519") {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    return { key: bytes(publicKey.export({ format: "jwk" }).x), privateKey };
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  return { key: Buffer.concat([bytes(x), bytes(y)]), privateKey };
}

/** Everything of a record in one packet, without compression: what RFC 4034 calls its canonical form. */
const wire = (answer: Answer) => encoders.answer.encode(answer);
const nameLength = (name: string) => (name === "." || name === "" ? 1 : name.length + 2);
const dataOf = (answer: Answer) => wire(answer).subarray(nameLength(answer.name) + 10);

function tagOf(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 2) sum += data.readUInt8(at) * 256 + (data[at + 1] ?? 0);
  return (sum + Math.floor(sum / 65_536)) % 65_536;
}

/** The beginning of every Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const ed25519Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The same key for the same seed, which protects nothing. */
export function openSeededKey(zone: string, seed: string): SigningKey {
  const bytes = createHash("sha256").update(seed).digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([ed25519Head, bytes]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return signingKey(zone, "ed25519", { key: Buffer.from(x ?? "", "base64url"), privateKey });
}

/** A key that signs a zone, whole and alone. */
export function openSigningKey(zone: string, algorithm: Algorithm = "p256"): SigningKey {
  return signingKey(zone, algorithm, generate(algorithm));
}

function signingKey(
  zone: string,
  algorithm: Algorithm,
  { key, privateKey }: { key: Buffer; privateKey: KeyObject },
): SigningKey {
  const number = numbers[algorithm];
  const record: DnskeyAnswer = { type: "DNSKEY", name: zone, ttl: 3600, data: { flags: 257, algorithm: number, key } };
  const keyTag = tagOf(dataOf(record));
  const owner = wire({ type: "A", name: zone, ttl: 0, data: "0.0.0.0" }).subarray(0, nameLength(zone));
  const digest = createHash("sha256").update(owner).update(dataOf(record)).digest();
  const ds: DSAnswer = {
    type: "DS",
    name: zone,
    ttl: 3600,
    data: { keyTag, algorithm: number, digestType: 2, digest },
  };
  return {
    record,
    ds,
    keyTag,
    algorithm: number,
    sign(records, until, since = new Date(until.getTime() - 30 * 86_400_000)) {
      const [first] = records;
      if (!first) throw new Error("Nothing to sign");
      const labels = first.name === "." ? 0 : first.name.split(".").length;
      const rrsig = (signature: Buffer): RrsigAnswer => ({
        type: "RRSIG",
        name: first.name,
        ttl: 3600,
        data: {
          typeCovered: first.type,
          algorithm: number,
          labels,
          originalTTL: 3600,
          keyTag,
          signature,
          inception: Math.floor(since.getTime() / 1000),
          expiration: Math.floor(until.getTime() / 1000),
          signersName: zone,
        },
      });
      const whole = records.map((each) => wire({ ...each, ttl: 3600 } as Answer));
      const skip = nameLength(first.name) + 10;
      const order = whole.toSorted((a, b) => Buffer.compare(a.subarray(skip), b.subarray(skip)));
      const bytes = Buffer.concat([dataOf(rrsig(Buffer.alloc(0))), ...order]);
      const hash = algorithm === "ed25519" ? null : "sha256";
      return rrsig(sign(hash, bytes, { key: privateKey, dsaEncoding: "ieee-p1363" }));
    },
  };
}
