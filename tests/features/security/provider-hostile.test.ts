import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostileMarkup } from "../../support/records/hostile.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { clientId, clientSecret, startProvider, type TestProvider } from "../../support/servers/provider.ts";
import { asSignedIn, openSignInFixture, origin, type SignInFixture, whoIsIn } from "../../support/sign-in-fixture.ts";

let provider: TestProvider;
let foreign: TestProvider;
let fixture: SignInFixture;
let chief: Person;

beforeAll(async () => {
  const back = [`${origin}/api/auth/callback/oidc`];
  [provider, foreign] = await Promise.all([startProvider(back), startProvider(back, { showsForeignKeys: true })]);
});
afterAll(() => Promise.all([provider.close(), foreign.close()]));
beforeEach(async () => {
  fixture = await openSignInFixture();
  chief = await fixture.office.hire({ name: "Chef", role: "admin" });
  provider.person = { sub: "kim", email: "kim@agentur.example", email_verified: true, name: "Kim Vogt" };
});
afterEach(() => fixture.close());

async function allow(allowedNetworks: string[]): Promise<void> {
  const admin = await asSignedIn(fixture.office, chief);
  const { version } = await admin.setting.get({ section: "network" });
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version });
}

async function configure(values: Partial<SignInSettings> = {}): Promise<void> {
  const admin = await asSignedIn(fixture.office, chief);
  const { version } = await admin.setting.get({ section: "signIn" });
  const provided = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcLabel: "Agentur-Konto" };
  const open = { oidcCreatesAccounts: true, oidcDefaultRole: "member" } as const;
  const secrets = { oidcClientSecret: clientSecret };
  await admin.setting.update({ section: "signIn", values: { ...provided, ...open, ...values }, secrets, version });
}

async function begin(): Promise<string> {
  const { url } = await (await fixture.browser.post("/api/auth/signin/oidc", { json: "true" })).json();
  return url;
}
const comeBack = async (url: URL) => (await fixture.browser(url.pathname + url.search)).headers.get("location");
const signIn = async () => comeBack(await provider.visit(await begin()));
const userOf = (email: string) =>
  fixture.office.services.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

describe("a provider in a network that nobody allowed", () => {
  const refused = `${origin}/auth/signin?error=OAuthNetwork&callbackUrl=%2F`;

  it("is not asked at all, and both the settings and the sign-in say why", async () => {
    await configure();
    const admin = await asSignedIn(fixture.office, chief);
    expect(await refusalOf(admin.security.testProvider())).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("127.0.0.1"),
    });
    expect(await begin()).toBe(refused);
    expect(await (await fixture.browser(new URL(refused).pathname + new URL(refused).search)).status).toBe(200);
  });

  it("is asked once it is allowed, and no longer when it is not any more", async () => {
    await configure();
    await allow(["127.0.0.1"]);
    const back = await provider.visit(await begin());
    await allow([]);
    expect(await comeBack(back)).toBe("/auth/signin?error=OAuthNetwork");
    expect(await begin()).toBe(refused);
    await allow(["127.0.0.1"]);
    expect(await signIn()).toBe("/");
  });

  it("is not reached over what an allowed one names either", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      if (request.url?.startsWith("/moved/")) return response.writeHead(302, { Location: "/elsewhere" }).end();
      const inside = "http://10.255.255.1:9";
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${inside}/token` };
      response.setHeader("Content-Type", "application/json");
      return response.end(JSON.stringify({ issuer, ...endpoints, jwks_uri: `${inside}/jwks` }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await allow(["127.0.0.1"]);
    await configure({ oidcIssuer: issuer });
    const { searchParams } = new URL(await begin());
    const answer = new URL(`${origin}/api/auth/callback/oidc?code=x&state=${searchParams.get("state")}`);
    expect(await comeBack(answer)).toBe("/auth/signin?error=OAuthNetwork");

    await configure({ oidcIssuer: `${issuer}/moved` });
    expect(await begin()).toContain("error=OAuthSignin");
    expect(asked.some((path) => path.includes("elsewhere"))).toBe(false);
    server.close();
    server.closeAllConnections();
  });
});

describe("what a provider says of somebody", () => {
  beforeEach(async () => {
    await allow(["127.0.0.0/8"]);
    await configure();
  });

  it("may be markup, and stays the letters that it is", async () => {
    const name = hostileMarkup[0] as string;
    provider.person.name = name;
    expect(await signIn()).toBe("/");
    expect(await whoIsIn(fixture.browser)).toMatchObject({ name });
    const { message } = await fixture.office.services.db
      .selectFrom("notifications")
      .select("message")
      .executeTakeFirstOrThrow();
    expect(message).not.toContain("<script");
  });

  it("is cut and cleaned where a name is endless, and turned around by characters that nobody sees", async () => {
    provider.person.name = `Kim\u202E\u0000\r\n${"Vogt ".repeat(2000)}`;
    expect(await signIn()).toBe("/");
    const { name = "" } = (await userOf("kim@agentur.example")) ?? {};
    expect(name).toMatch(/^Kim Vogt Vogt/);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it("gives way to what can be read where types are wrong or nothing is to be seen", async () => {
    Object.assign(provider.person, { name: ["Kim"], preferred_username: { toString: "x" } });
    expect(await signIn()).toBe("/");
    expect(await userOf("kim@agentur.example")).toMatchObject({ name: "kim@agentur.example" });
    provider.person = { sub: "jo", email: "jo@agentur.example", email_verified: true, name: "\u200b\u202e" };
    expect(await signIn()).toBe("/");
    expect(await userOf("jo@agentur.example")).toMatchObject({ name: "jo@agentur.example" });
  });

  it.each([
    ["a list", ["kim@agentur.example"]],
    ["an object", { toString: "kim@agentur.example" }],
    ["a number", 7],
    ["markup", "<b>kim</b>@agentur.example"],
    ["a header of its own", "kim@agentur.example\r\nBcc: alle@agentur.example"],
    ["endless", `${"k".repeat(10_000)}@agentur.example`],
  ])("lets nobody in whose address is %s", async (_what, email) => {
    Object.assign(provider.person, { email });
    expect(await signIn()).toBe("/auth/signin?error=AccessDenied");
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
  });

  it.each(["yes", 1, ["true"], {}])("proves no address by %j", async (verified) => {
    await configure({ oidcVerifiedOnly: true });
    Object.assign(provider.person, { email_verified: verified });
    expect(await signIn()).toBe("/auth/signin?error=EmailNotVerified");
  });

  it("counts for nothing when it is signed with a key that is not the provider's", async () => {
    foreign.person = provider.person;
    await configure({ oidcIssuer: foreign.issuer });
    expect(await comeBack(await foreign.visit(await begin()))).toBe("/auth/signin?error=OAuthCallback");
    expect(await userOf("kim@agentur.example")).toBeUndefined();
  });

  it("lets nobody in under a subject that is longer than the standard allows", async () => {
    provider.person = { sub: "k".repeat(10_000), email: "kim@agentur.example", email_verified: true };
    expect(await signIn()).toBe("/auth/signin?error=OAuthCallback");
    expect(await userOf("kim@agentur.example")).toBeUndefined();
  });

  it("makes nobody an admin by roles of another shape", async () => {
    await configure({ oidcRoleClaim: "groups.admin", oidcRoles: [{ value: "boss", role: "admin" }] });
    for (const groups of [
      { admin: { boss: "boss" } },
      { admin: [["boss"]] },
      "boss",
      { __proto__: { admin: "boss" } },
    ]) {
      Object.assign(provider.person, { groups });
      await signIn();
      expect(await userOf("kim@agentur.example")).toMatchObject({ role: "member" });
    }
  });
});
