import { id } from "../pagination.ts";
import { passwordMaxLength } from "../users/users.ts";
import { oneLine } from "../values/one-line.ts";
import { z } from "../zod.ts";

const required = (label: string) => `${label}: Pflichtfeld.`;

/** Six digits; people type them in groups. */
export const totpCode = z
  .string({ error: required("Code") })
  .trim()
  .transform((code) => code.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Code: Sechs Ziffern."));

export const confirmTotp = z.strictObject({ code: totpCode });

/** The password, a code of the app or a recovery code. */
export const removeTotp = z.strictObject({
  proof: z
    .string({ error: required("Passwort oder Code") })
    .min(1, required("Passwort oder Code"))
    .max(passwordMaxLength, "Passwort oder Code: Zu lang."),
});

export const confirmWithPassword = z.strictObject({
  password: z
    .string({ error: required("Passwort") })
    .min(1, required("Passwort"))
    .max(passwordMaxLength, "Passwort: Zu lang."),
});
export const confirmWithCode = confirmTotp;

const base64url = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w-]*$/);

/** What a browser answers about a passkey; the library checks what is in it. */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.unknown().optional(),
};

export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    // Signatures that withstand quantum computers (ML-DSA) are thousands of bytes long.
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;

export const passkeyName = z
  .string({ error: required("Name") })
  .overwrite(oneLine)
  .min(1, required("Name"))
  .max(60, "Name: Höchstens 60 Zeichen.");

export const confirmWithPasskey = z.strictObject({ response: passkeyAssertion });
export const addPasskey = z.strictObject({ name: passkeyName, response: passkeyAttestation });
export const renamePasskey = z.strictObject({
  params: z.strictObject({ id }),
  body: z.strictObject({ name: passkeyName }),
});
export const removePasskey = z.strictObject({ id });
export const unlinkSignIn = z.strictObject({ id });
export const resetSecondFactor = z.strictObject({ userId: id });
export const readProviderTrial = z.strictObject({ token: z.string().max(100) });
