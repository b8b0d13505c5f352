import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { browserFetch } from "../browser/browser-fetch.ts";

export const clientId = "portal";
export const clientSecret = "ein Geheimnis des Anbieters, das niemand kennt";

/** A real OpenID provider on this host that signs in whoever the test says, without asking. */
export interface TestProvider {
  issuer: string;
  /** Who sits before the provider's page, by its claims; `sub` names the account. */
  person: Record<string, unknown> & { sub: string };
  /** Goes where the portal sends a browser and returns where the provider sends it back to. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

/** `showsForeignKeys` has it sign with keys other than those that it publishes. */
export async function startProvider(redirectUris: string[], { showsForeignKeys = false } = {}): Promise<TestProvider> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  const found: TestProvider = {
    issuer,
    person: { sub: "jana" },
    async visit(url) {
      const browser = browserFetch(issuer);
      let next = url;
      while (next.startsWith(issuer)) {
        const { headers, status } = await browser(next);
        const location = headers.get("location");
        if (!location) throw new Error(`the provider answered ${status} at ${next}`);
        next = new URL(location, issuer).href;
      }
      return new URL(next);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key for tests only"] },
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...found.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session, requestParamScopes } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope([...requestParamScopes].join(" "));
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (showsForeignKeys && request.url === "/jwks") {
      response.setHeader("Content-Type", "application/jwk-set+json");
      return response.end(JSON.stringify({ keys: [{ ...foreign, kid: "test", use: "sig", alg: "RS256" }] }));
    }
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: found.person.sub } });
  };
  return found;
}
