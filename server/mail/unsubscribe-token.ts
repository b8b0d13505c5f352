import { createHmac, timingSafeEqual } from "node:crypto";

export type Unsubscribable = "mail" | "digest";

interface Unsubscribing {
  userId: string;
  channel: Unsubscribable;
}

/** A token that ends one kind of mail for one person, and nothing else: it is sent around with every mail. */
export function signUnsubscribe({ userId, channel }: Unsubscribing, signingKey: string): string {
  return `${channel}.${userId}.${signatureOf({ userId, channel }, signingKey)}`;
}

/** What a token ends; undefined when it was not signed with this key. */
export function readUnsubscribe(token: string, signingKey: string): Unsubscribing | undefined {
  const [channel, userId = "", signature = ""] = token.split(".");
  if (channel !== "mail" && channel !== "digest") return undefined;
  const [given, expected] = [signature, signatureOf({ userId, channel }, signingKey)].map((text) => Buffer.from(text));
  if (!given || !expected || given.length !== expected.length) return undefined;
  return timingSafeEqual(given, expected) ? { userId, channel } : undefined;
}

function signatureOf({ userId, channel }: Unsubscribing, signingKey: string): string {
  return createHmac("sha256", signingKey).update(`unsubscribe:${channel}:${userId}`).digest("base64url");
}
