import { z } from "zod";
import { mimeType } from "../../contract/files/files-input.ts";
import { isEqual, sign } from "../auth/tokens.ts";

/** What one ticket admits: these bytes of this person under this key, until then. */
const uploadPolicy = z.strictObject({
  key: z.string(),
  userId: z.string(),
  mimeType,
  minBytes: z.number().int(),
  maxBytes: z.number().int(),
  expiresAt: z.string(),
});
export type UploadPolicy = z.infer<typeof uploadPolicy>;

// The signing key also signs other things; the prefix keeps their signatures apart.
const signatureOf = (encoded: string, signingKey: string) => sign(`upload-policy:${encoded}`, signingKey);

/** The form fields that carry a policy; named as S3 names them, so that one client serves both. */
export function toFields(policy: UploadPolicy, signingKey: string): Record<string, string> & { key: string } {
  const encoded = Buffer.from(JSON.stringify(policy)).toString("base64url");
  return {
    key: policy.key,
    "Content-Type": policy.mimeType,
    Policy: encoded,
    "X-Signature": signatureOf(encoded, signingKey),
  };
}

/** The policy that form fields carry; undefined when they were not signed here, or say something else than the policy. */
export function readFields(fields: ReadonlyMap<string, string>, signingKey: string): UploadPolicy | undefined {
  const encoded = fields.get("Policy") ?? "";
  if (!isEqual(fields.get("X-Signature") ?? "", signatureOf(encoded, signingKey))) return undefined;
  const policy = uploadPolicy.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  const isBound = fields.size === 4 && fields.get("key") === policy.key;
  return isBound && fields.get("Content-Type") === policy.mimeType ? policy : undefined;
}
