import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

interface Claimed {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
}

/** A device that keeps one passkey (ES256) and answers as a browser would; each answer may lie as the test asks. */
export function softAuthenticator(defaults: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  };
  const flagsOf = (isUserVerified: boolean) => 0x01 | (isUserVerified ? 0x04 : 0);

  return {
    id: b64(id),
    /** What the next signature counts from; setting it back makes a copy of the device. */
    setCounter(next: number) {
      counter = next;
    },
    create(options: { challenge: string; user: { id: string } }, claimed: Claimed = {}) {
      const { origin, rpId, isUserVerified = true } = { ...defaults, ...claimed };
      userHandle = options.user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = cbor(
        new Map<number, unknown>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as [number, number][]),
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData(rpId, flagsOf(isUserVerified) | 0x40, credential)],
      ]);
      const clientDataJSON = b64(clientData("webauthn.create", options.challenge, origin));
      const response = { clientDataJSON, attestationObject: b64(cbor(attestation)), transports: ["internal"] };
      return { id: b64(id), rawId: b64(id), type: "public-key" as const, clientExtensionResults: {}, response };
    },
    get(options: { challenge: string }, claimed: Claimed = {}) {
      const { origin, rpId, isUserVerified = true } = { ...defaults, ...claimed };
      counter += 1;
      const data = authData(rpId, flagsOf(isUserVerified));
      const client = clientData("webauthn.get", options.challenge, origin);
      const signature = createSign("sha256").update(data).update(sha256(client)).sign(privateKey);
      return {
        id: b64(id),
        rawId: b64(id),
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(signature),
          userHandle,
        },
      };
    },
  };
}
