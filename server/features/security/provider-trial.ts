import { signInErrors } from "../../../contract/auth/auth.ts";
import { roleLabels } from "../../../contract/roles.ts";
import type { ProviderReport, ProviderTrial } from "../../../contract/security/security.ts";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { beginStep, takeStep } from "../../auth/steps.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { foretell } from "./provider-accounts.ts";
import { clientOf, findProvider } from "./provider-client.ts";
import { outboundProblemIn } from "./provider-fetch.ts";
import type { Claims, Identity } from "./provider-identity.ts";

const shownWithinMs = 10 * minuteMs;

/** What the provider answers when it is asked for itself; a Problem says why it did not. */
export async function testProvider(ctx: PersonContext): Promise<ProviderReport> {
  const provider = await findProvider(ctx.db);
  if (!provider) throw new Problem("precondition", { message: "Adresse des Anbieters und Client-ID fehlen noch." });
  try {
    const metadata = (await clientOf(ctx, provider)).serverMetadata();
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? "",
      tokenEndpoint: metadata.token_endpoint ?? "",
      scopes: metadata.scopes_supported ?? [],
      claims: metadata.claims_supported ?? [],
      supportsPkce: metadata.supportsPKCE(),
    };
  } catch (cause) {
    throw new Problem("unavailable", {
      message: `Der Anbieter antwortet nicht wie erwartet: ${reasonOf(cause)}`,
      cause,
    });
  }
}

/** Keeps what the provider said in a trial until the page that asked for it shows it. */
export async function keepTrial(
  services: Services,
  userId: string | null,
  claims: Claims,
  identity: Identity,
  settings: SignInSettings,
): Promise<string> {
  const details: ProviderTrial = { claims, outcome: await outcomeOf(services, identity, settings) };
  return beginStep(services.db, {
    kind: "provider.test",
    userId: userId ?? undefined,
    details,
    lifetimeMs: shownWithinMs,
    now: services.now(),
  });
}

export async function readProviderTrial(ctx: PersonContext, { token }: { token: string }): Promise<ProviderTrial> {
  const step = await takeStep<ProviderTrial>(ctx.db, "provider.test", token, ctx.now());
  if (step?.userId !== ctx.person.id) throw notFound();
  return step.details;
}

async function outcomeOf(services: Services, identity: Identity, settings: SignInSettings): Promise<string> {
  try {
    const { name, role, isNew } = await foretell(services, identity, settings);
    const how = isNew ? "bekäme dieses Konto" : "käme in dieses Konto";
    return `Wer sich so anmeldet, ${how}: ${name}, Rolle ${roleLabels[role]}.`;
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    return `Wer sich so anmeldet, käme nicht hinein: ${signInErrors[error.code]}`;
  }
}

function reasonOf(cause: unknown): string {
  const problem = outboundProblemIn(cause);
  if (problem) return problem.message;
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
