import { createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto";

import { Problem } from "../../../problem.ts";
import type { Services } from "../../../trpc/context.ts";

const lifetimeS = 12 * 3600;

/** By which push services know this portal (RFC 8292). */
export interface PushKey {
  privateKey: Buffer;
  /** What a browser subscribes with. */
  publicKey: Buffer;
}

const onlyKey = "vapid";

/**
 * The portal's key, which browsers have subscribed for: it lies sealed in the database, so that it outlives a rotation of
 * the installation's own key. At first it follows from that one, by which all processes agree on it. One that cannot be
 * opened is replaced: the subscriptions beside it cannot be opened, either.
 */
export async function readPushKey({
  db,
  vault,
  signingKey,
  now,
}: Pick<Services, "db" | "vault" | "signingKey" | "now">): Promise<PushKey> {
  const kept = await db.selectFrom("pushKeys").select("sealedPrivateKey").where("id", "=", onlyKey).executeTakeFirst();
  if (kept) {
    try {
      return toPair(Buffer.from(vault.open(kept.sealedPrivateKey), "base64url"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  const derived = Buffer.from(hkdfSync("sha256", signingKey, "", "vapid", 32));
  const sealedPrivateKey = vault.seal(derived.toString("base64url"));
  await db
    .insertInto("pushKeys")
    .values({ id: onlyKey, sealedPrivateKey, createdAt: now().toISOString() })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ sealedPrivateKey }))
    .execute();
  return toPair(derived);
}

function toPair(key: Buffer): PushKey {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(key);
  return { privateKey: pair.getPrivateKey(), publicKey: pair.getPublicKey() };
}

/** The `Authorization` of a push request: a token for this push service alone, signed with ES256. */
export function vapidAuthorization(
  endpoint: string,
  { privateKey, publicKey }: PushKey,
  { contact, now }: { contact: string; now: Date },
): string {
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
