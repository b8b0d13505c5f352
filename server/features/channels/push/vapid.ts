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

type Reader = Pick<Services, "db" | "vault" | "signingKey" | "now">;

/**
 * The portal's key, which browsers have subscribed for: it lies sealed in the database, so that it outlives a rotation of
 * the installation's own key. At first it follows from that one, by which all processes agree on it. One that cannot be
 * opened stays, as the key that opens it may come back; meanwhile it is as at first.
 */
export async function readPushKey(reader: Reader): Promise<PushKey> {
  const kept = await readKept(reader);
  if (kept instanceof Buffer) return toPair(kept);
  const derived = derivedKey(reader);
  if (kept === undefined)
    await reader.db
      .insertInto("pushKeys")
      .values({ id: onlyKey, ...sealed(reader, derived), createdAt: reader.now().toISOString() })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  return toPair(derived);
}

/** Keeps the key that somebody subscribes for, in place of one that cannot be opened. */
export async function keepPushKey(reader: Reader): Promise<void> {
  if ((await readKept(reader)) !== "unreadable") return;
  await reader.db
    .updateTable("pushKeys")
    .set(sealed(reader, derivedKey(reader)))
    .where("id", "=", onlyKey)
    .execute();
}

async function readKept({ db, vault }: Reader): Promise<Buffer | "unreadable" | undefined> {
  const kept = await db.selectFrom("pushKeys").select("sealedPrivateKey").where("id", "=", onlyKey).executeTakeFirst();
  if (!kept) return undefined;
  try {
    return Buffer.from(vault.open(kept.sealedPrivateKey), "base64url");
  } catch (error) {
    if (error instanceof Problem) return "unreadable";
    throw error;
  }
}

const derivedKey = ({ signingKey }: Reader) => Buffer.from(hkdfSync("sha256", signingKey, "", "vapid", 32));
const sealed = ({ vault }: Reader, key: Buffer) => ({ sealedPrivateKey: vault.seal(key.toString("base64url")) });

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
