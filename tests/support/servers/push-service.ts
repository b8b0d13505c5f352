import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface PushReceived {
  headers: IncomingHttpHeaders;
  /** What the browser reads. */
  message: Record<string, string>;
  /** The claims of who sent it, their signature verified. */
  claims: { aud: string; exp: number; sub: string };
}

/** A push service and the browser behind it: verifies who sends (RFC 8292) and decrypts what it gets (RFC 8291). */
export async function openPushService(publicKey: () => string) {
  const browser = createECDH("prime256v1");
  const p256dh = browser.generateKeys().toString("base64url");
  const auth = randomBytes(16);
  const received: PushReceived[] = [];
  let status = 201;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { headers } = incoming;
      const message = JSON.parse(decrypt(Buffer.concat(chunks), browser, auth).toString("utf8"));
      received.push({ headers, message, claims: readClaims(String(headers.authorization), publicKey()) });
      outgoing.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    received,
    subscription: {
      endpoint: `${origin}/push/abc`,
      p256dh,
      auth: auth.toString("base64url"),
      label: "Firefox auf Linux",
    },
    answerWith: (next: number) => {
      status = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As RFC 8291 and RFC 8188 tell the receiver to, written from the other end. */
export function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const secret = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", shared, salt, "Content-Encoding: nonce\0", 12));
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end);
}

function readClaims(authorization: string, publicKey: string) {
  const [, token = "", known] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  if (known !== publicKey) throw new Error("another key than the browser subscribed with");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(known, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const key = { key: createPublicKey({ format: "jwk", key: jwk }), dsaEncoding: "ieee-p1363" as const };
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url")))
    throw new Error("the token is not signed by that key");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}
