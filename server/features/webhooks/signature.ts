import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A secret as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

/** The value of `webhook-signature` (Standard Webhooks 1.0): one HMAC-SHA-256 of `id.timestamp.body` for each secret. */
export function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
