import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, safe in a URL and a cookie. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored instead of a token. Tokens are random, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** A keyed hash (HMAC-SHA-256) of a text. */
export function sign(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares in constant time; different lengths are different. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
