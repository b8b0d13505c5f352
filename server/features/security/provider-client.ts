import type * as oidc from "openid-client";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { hashToken } from "../../auth/tokens.ts";
import { readSecret, readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { guardedFetch } from "./provider-fetch.ts";

/** The provider's id in the addresses below /api/auth. */
export const providerId = "oidc";

export interface Provider {
  settings: SignInSettings;
  label: string;
}

type Needs = Pick<Services, "db" | "vault">;

const keptMs = hourMs;
const timeoutSeconds = 10;
const clockToleranceSeconds = 60;
const configurations = new Map<string, { found: Promise<oidc.Configuration>; until: number }>();

/** The provider that the settings name; undefined when they name none. */
export async function findProvider(db: Needs["db"]): Promise<Provider | undefined> {
  const settings = await readSettings(db, "signIn");
  if (!settings.oidcIssuer || !settings.oidcClientId) return undefined;
  return { settings, label: settings.oidcLabel || new URL(settings.oidcIssuer).hostname };
}

/** What the provider says of itself, kept for an hour; rejects when it does not answer as OpenID Connect Discovery asks. */
export async function clientOf(needs: Needs, { settings }: Provider): Promise<oidc.Configuration> {
  const { oidcIssuer, oidcClientId } = settings;
  const secret = await readSecret(needs, "signIn", "oidcClientSecret");
  const { allowedNetworks } = await readSettings(needs.db, "network");
  const key = hashToken(JSON.stringify([oidcIssuer, oidcClientId, secret, allowedNetworks]));
  const known = configurations.get(key);
  if (known && known.until > Date.now()) return known.found;
  const found = discover(oidcIssuer, oidcClientId, secret, allowedNetworks);
  configurations.clear();
  configurations.set(key, { found, until: Date.now() + keptMs });
  found.catch(() => configurations.delete(key));
  return found;
}

async function discover(
  issuer: string,
  clientId: string,
  secret: string | undefined,
  allowedNetworks: readonly string[],
): Promise<oidc.Configuration> {
  const oidc = await import("openid-client");
  const url = new URL(issuer);
  const metadata: Partial<oidc.ClientMetadata> = {
    id_token_signed_response_alg: undefined,
    [oidc.clockTolerance]: clockToleranceSeconds,
  };
  return oidc.discovery(url, clientId, metadata, secret ? oidc.ClientSecretBasic(secret) : oidc.None(), {
    timeout: timeoutSeconds,
    // The token comes over TLS, and its signature is checked all the same: whoever answers must have the provider's key.
    execute: [oidc.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: guardedFetch({ allowedNetworks, timeoutMs: timeoutSeconds * 1000 }),
  });
}
