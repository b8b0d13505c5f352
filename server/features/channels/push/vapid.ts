import { createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto";

const lifetimeS = 12 * 3600;

/**
 * The key pair by which push services know this portal (RFC 8292). It follows from the installation's own key, so that
 * nothing is to be kept or agreed on by several processes; a portal with other secrets asks its browsers anew.
 */
export function vapidKeys(signingKey: string) {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(hkdfSync("sha256", signingKey, "", "vapid", 32)));
  return { privateKey: pair.getPrivateKey(), publicKey: pair.getPublicKey() };
}

/** What a browser subscribes with. */
export const vapidPublicKey = (signingKey: string) => vapidKeys(signingKey).publicKey.toString("base64url");

/** The `Authorization` of a push request: a token for this push service alone, signed with ES256. */
export function vapidAuthorization(
  endpoint: string,
  { signingKey, contact, now }: { signingKey: string; contact: string; now: Date },
): string {
  const { privateKey, publicKey } = vapidKeys(signingKey);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + lifetimeS;
  const claims = `${encode({ typ: "JWT", alg: "ES256" })}.${encode({ aud: new URL(endpoint).origin, exp, sub: contact })}`;
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: privateKey.toString("base64url"),
      x: publicKey.subarray(1, 33).toString("base64url"),
      y: publicKey.subarray(33).toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(claims), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return `vapid t=${claims}.${signature}, k=${publicKey.toString("base64url")}`;
}
