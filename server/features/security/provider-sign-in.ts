import { minuteMs } from "../../../contract/time/durations.ts";
import { noteProof } from "../../auth/recent.ts";
import { type Entry, enter } from "../../auth/second-step.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { beginStep, takeStep } from "../../auth/steps.ts";
import { actingAs, type Browser } from "../../auth/surroundings.ts";
import { newToken } from "../../auth/tokens.ts";
import { transact } from "../../db/transact.ts";
import { OutboundRefusal } from "../../outbound/outbound-problem.ts";
import type { Services } from "../../trpc/context.ts";
import { accountOfIdentity, linkIdentity } from "./provider-accounts.ts";
import { clientOf, findProvider, type Provider, providerId } from "./provider-client.ts";
import { outboundProblemIn } from "./provider-fetch.ts";
import { type Claims, type Identity, identityOf } from "./provider-identity.ts";
import { keepTrial } from "./provider-trial.ts";

/** Why somebody is sent to the provider; all but `signIn` are for people who are signed in. */
export type Purpose = "signIn" | "link" | "test" | "confirm";

interface Asked {
  purpose: Purpose;
  callbackUrl: string;
  state: string;
  nonce: string;
  verifier: string;
}

const answerWithinMs = 10 * minuteMs;
/** How long ago who confirms may have shown the provider who they are, apart from the clocks' tolerance. */
const confirmedWithinSeconds = 60;
/** OpenID Connect Core 1.0, section 2. */
const maxSubject = 255;
const callbackOf = (origin: string) => `${origin}/api/auth/callback/${providerId}`;

/** Where to send a browser, and the token by which it is known when it comes back; throws a SignInRefusal. */
export async function askProvider(
  services: Services,
  provider: Provider,
  { purpose, callbackUrl, origin, userId }: { purpose: Purpose; callbackUrl: string; origin: string; userId?: string },
): Promise<{ url: string; token: string }> {
  const client = await clientOf(services, provider).catch((err: unknown) => {
    services.log.warn({ err, code: "OAUTH_CALLBACK_ERROR" }, "provider not reached");
    throw new SignInRefusal(isOutOfReach(err) ? "OAuthNetwork" : "OAuthSignin");
  });
  const oidc = await import("openid-client");
  const asked: Asked = {
    purpose,
    callbackUrl,
    state: newToken(),
    nonce: newToken(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callbackOf(origin),
    scope: provider.settings.oidcScopes,
    code_challenge: await oidc.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: "S256",
    state: asked.state,
    nonce: asked.nonce,
    ...(purpose === "confirm" && { prompt: "login", max_age: String(confirmedWithinSeconds) }),
  });
  const token = await beginStep(services.db, {
    kind: "provider",
    userId,
    details: asked,
    lifetimeMs: answerWithinMs,
    now: services.now(),
  });
  return { url: url.href, token };
}

export type ProviderAnswer =
  | { entry: Entry; callbackUrl: string }
  | { linked: true; callbackUrl: string }
  | { confirmed: true; callbackUrl: string }
  | { trial: string; callbackUrl: string };

/** Takes the provider's answer to what this browser asked, once; throws a SignInRefusal. */
export async function takeProviderAnswer(
  services: Services,
  { url, origin, token, signedIn }: { url: URL; origin: string; token: string | undefined; signedIn?: SignedIn },
  browser: Browser,
): Promise<ProviderAnswer> {
  const provider = await findProvider(services.db);
  const step = await takeStep<Asked>(services.db, "provider", token, services.now());
  if (!provider || !step || (step.userId !== null && step.userId !== signedIn?.session.user.id))
    throw new SignInRefusal("OAuthCallback");
  const { purpose, callbackUrl, ...asked } = step.details;
  const maxAge = purpose === "confirm" ? confirmedWithinSeconds : undefined;
  const claims = await readClaims(services, provider, { url, origin, asked, maxAge });
  const identity = identityOf(claims, provider.settings);
  if (purpose === "test")
    return { trial: await keepTrial(services, step.userId, claims, identity, provider.settings), callbackUrl };
  const userId = step.userId ?? "";
  if (purpose === "confirm") {
    await confirmByIdentity(services, { userId, sessionId: signedIn?.sessionId ?? "", identity });
    return { confirmed: true, callbackUrl };
  }
  if (purpose === "link") {
    await transact(actingAs(services, userId), (tx) =>
      linkIdentity(tx, userId, identity, services.now().toISOString()),
    );
    return { linked: true, callbackUrl };
  }
  const account = await accountOfIdentity(services, identity, provider.settings);
  const isComplete = provider.settings.oidcCountsAsSecondFactor;
  return {
    entry: await enter(services, account, browser, { method: "provider", callbackUrl, isComplete }),
    callbackUrl,
  };
}

/** Notes that the person of a session has just signed in at the provider with an account that is linked to theirs. */
async function confirmByIdentity(
  services: Services,
  { userId, sessionId, identity }: { userId: string; sessionId: string; identity: Identity },
): Promise<void> {
  await transact(actingAs(services, userId), async (tx) => {
    const linked = await tx.db
      .selectFrom("linkedSignIns")
      .select("id")
      .where("userId", "=", userId)
      .where("issuer", "=", identity.issuer)
      .where("subject", "=", identity.subject)
      .executeTakeFirst();
    if (!linked) throw new SignInRefusal("OAuthAccountNotLinked");
    await noteProof(tx.db, sessionId, services.now());
    await tx.record({ kind: "user.authenticated", subject: { type: "user", id: userId } });
  });
}

interface Answered {
  url: URL;
  origin: string;
  asked: Pick<Asked, "state" | "nonce" | "verifier">;
  /** Within how many seconds they must have signed in at the provider. */
  maxAge: number | undefined;
}

async function readClaims(
  services: Services,
  provider: Provider,
  { url, origin, asked, maxAge }: Answered,
): Promise<Claims> {
  try {
    const client = await clientOf(services, provider);
    const oidc = await import("openid-client");
    const answered = new URL(callbackOf(origin));
    answered.search = url.search;
    const tokens = await oidc.authorizationCodeGrant(client, answered, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
      expectedNonce: asked.nonce,
      idTokenExpected: true,
      maxAge,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error("the provider sent no ID token");
    if (claims.sub.length > maxSubject) throw new Error("the provider's subject is longer than 255 characters");
    if (!client.serverMetadata().userinfo_endpoint) return claims;
    // What tells who it is comes from the signed token, whatever else is said about them.
    return { ...(await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims };
  } catch (err) {
    services.log.warn({ err, code: "OAUTH_CALLBACK_ERROR" }, "provider's answer refused");
    throw new SignInRefusal(isOutOfReach(err) ? "OAuthNetwork" : "OAuthCallback");
  }
}

const isOutOfReach = (error: unknown) => outboundProblemIn(error) instanceof OutboundRefusal;
