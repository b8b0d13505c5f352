import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { type PasskeyAttestation, passkeyAssertion } from "../../contract/security/security-input.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { Problem } from "../problem.ts";
import { beginStep, type StepKind, takeStep } from "./steps.ts";
import type { AuthSurroundings } from "./surroundings.ts";
import { newToken } from "./tokens.ts";

type Ceremony = Extract<StepKind, `passkey.${string}`>;
type Needs = Pick<AuthSurroundings, "db" | "now" | "log">;

/** Fetched with the first passkey: it brings two hundred modules for certificates that most starts never look at. */
const webauthn = () => import("@simplewebauthn/server");

const challengeMs = 5 * minuteMs;
const portalName = "MEDIUM TechCenter";

/** The part of an origin that passkeys are bound to; a Problem where browsers allow none. */
function relyingPartyOf(origin: string): string {
  const { hostname, protocol } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) || (protocol !== "https:" && !isLocal))
    throw new Problem("precondition", {
      message: "Passkeys brauchen eine Adresse mit Namen und https. Bitte öffne das Portal über sie.",
    });
  return hostname;
}

async function newChallenge({ db, now }: Needs, kind: Ceremony, userId: string | undefined): Promise<string> {
  return beginStep(db, { kind, userId, lifetimeMs: challengeMs, now: now() }, newToken());
}

/** What a browser needs to make a passkey for a person. */
export async function passkeyCreation(needs: Needs, user: { id: string; name: string; email: string }, origin: string) {
  const rpID = relyingPartyOf(origin);
  const known = await needs.db
    .selectFrom("passkeys")
    .select(["credentialId", "transportsJson"])
    .where("userId", "=", user.id)
    .execute();
  const challenge = await newChallenge(needs, "passkey.register", user.id);
  return (await webauthn()).generateRegistrationOptions({
    rpID,
    rpName: portalName,
    attestationType: "none" as const,
    challenge: Buffer.from(challenge, "base64url"),
    userID: Buffer.from(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: challengeMs,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(({ credentialId: id, transportsJson }) => ({
      id,
      transports: JSON.parse(transportsJson),
    })),
  });
}

/** What a browser needs to show a passkey: one of a person's, or any that it has for this portal. */
export async function passkeyRequest(
  needs: Needs,
  { kind, userId, origin }: { kind: Ceremony; userId?: string; origin: string },
) {
  const rpID = relyingPartyOf(origin);
  const known = userId
    ? await needs.db
        .selectFrom("passkeys")
        .select(["credentialId", "transportsJson"])
        .where("userId", "=", userId)
        .execute()
    : [];
  const challenge = await newChallenge(needs, kind, userId);
  return (await webauthn()).generateAuthenticationOptions({
    rpID,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: challengeMs,
    userVerification: "required",
    allowCredentials: known.map(({ credentialId: id, transportsJson }) => ({
      id,
      transports: JSON.parse(transportsJson),
    })),
  });
}

/** The new key of a person; undefined when the answer does not belong to an open question of theirs. */
export async function verifyNewPasskey(
  needs: Needs,
  { response, origin, userId }: { response: PasskeyAttestation; origin: string; userId: string },
) {
  const challenge = challengeIn(response.response.clientDataJSON);
  const step = await takeStep(needs.db, "passkey.register", challenge, needs.now());
  if (!challenge || step?.userId !== userId) return undefined;
  const result = await (await webauthn())
    .verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
    })
    .catch((err: unknown) => void needs.log.info({ err }, "passkey refused"));
  if (!result?.verified) return undefined;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
  };
}

/** Whose passkey answered an open question; undefined when none did, or it is not the asked person's. */
export async function verifyPasskey(
  needs: Needs,
  options: { kind: Ceremony; response: unknown; origin: string; userId?: string },
): Promise<{ userId: string; passkeyId: string } | undefined> {
  const { kind, origin, userId } = options;
  const { data: response } = passkeyAssertion.safeParse(options.response);
  const challenge = response && challengeIn(response.response.clientDataJSON);
  const step = await takeStep(needs.db, kind, challenge, needs.now());
  if (!response || !challenge || !step || step.userId !== (userId ?? null)) return undefined;
  const passkey = await needs.db
    .selectFrom("passkeys")
    .select(["id", "userId", "credentialId", "publicKey", "counter"])
    .where("credentialId", "=", response.id)
    .executeTakeFirst();
  if (!passkey || (userId && passkey.userId !== userId)) return undefined;
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.userId) return undefined;
  const result = await (await webauthn())
    .verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    })
    .catch((err: unknown) => void needs.log.info({ err }, "passkey refused"));
  if (!result?.verified) return undefined;
  // A counter that stands still is a copy of the key, unless the authenticator does not count at all.
  const { newCounter } = result.authenticationInfo;
  const { numUpdatedRows } = await needs.db
    .updateTable("passkeys")
    .set({ counter: newCounter, lastUsedAt: needs.now().toISOString() })
    .where("id", "=", passkey.id)
    .where("counter", "=", passkey.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { userId: passkey.userId, passkeyId: passkey.id } : undefined;
}

/** The challenge that a browser says it answered. */
function challengeIn(clientDataJson: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString());
    return typeof challenge === "string" && challenge.length <= 100 ? challenge : undefined;
  } catch {
    return undefined;
  }
}
