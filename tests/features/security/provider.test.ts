import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../contract/roles.ts";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { clientId, clientSecret, startProvider, type TestProvider } from "../../support/servers/provider.ts";
import {
  asSignedIn,
  changesOf,
  codeOf,
  firstStep,
  openSignInFixture,
  origin,
  type SignInFixture,
  secondStep,
  setUpTotp,
  whoIsIn,
} from "../../support/sign-in-fixture.ts";

let provider: TestProvider;
let fixture: SignInFixture;
let chief: Person;

beforeAll(async () => {
  provider = await startProvider([`${origin}/api/auth/callback/oidc`]);
});
afterAll(() => provider.close());

beforeEach(async () => {
  fixture = await openSignInFixture();
  chief = await fixture.office.hire({ name: "Chef", role: "admin" });
  await allow(["127.0.0.0/8"]);
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
  const secrets = { oidcClientSecret: clientSecret };
  await admin.setting.update({ section: "signIn", values: { ...provided, ...values }, secrets, version });
}

/** Asks the portal to send a browser to the provider; the address, or the page that it stays on. */
async function begin(from = fixture.browser, fields: Record<string, string> = {}): Promise<string> {
  const { url } = await (await from.post("/api/auth/signin/oidc", { json: "true", ...fields })).json();
  return url;
}

const comeBack = (url: URL, from = fixture.browser) => from(url.pathname + url.search);

/** The whole way; where the browser ends up. */
async function signIn(from: BrowserFetch = fixture.browser, fields: Record<string, string> = {}): Promise<string> {
  const answer = await comeBack(await provider.visit(await begin(from, fields)), from);
  return answer.headers.get("location") ?? `status ${answer.status}`;
}

const userOf = (email: string) =>
  fixture.office.services.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const links = () => fixture.office.services.db.selectFrom("linkedSignIns").selectAll().execute();
const signInPage = (error: string) => `/auth/signin?error=${error}`;

describe("without a provider", () => {
  it("the addresses lead to the sign-in page, and none is listed", async () => {
    expect(await begin()).toBe(`${origin}/auth/signin`);
    expect((await fixture.browser("/api/auth/callback/oidc?code=x")).headers.get("location")).toBe(
      signInPage("OAuthCallback"),
    );
    expect(Object.keys(await (await fixture.browser("/api/auth/providers")).json())).toEqual(["credentials"]);
  });
});

describe("the way to the provider", () => {
  it("is refused without the form's token", async () => {
    await configure();
    const answer = await fixture.browser.post("/api/auth/signin/oidc", { json: "true", csrfToken: "" });
    expect(answer.status).toBe(403);
  });

  it("ends on the sign-in page when the provider does not answer", async () => {
    await configure({ oidcIssuer: "http://127.0.0.1:9" });
    expect(await begin()).toBe(`${origin}/auth/signin?error=OAuthSignin&callbackUrl=%2F`);
    expect(fixture.server.log).toContainEqual(expect.objectContaining({ code: "OAUTH_CALLBACK_ERROR" }));
  });

  it("asks with PKCE, state and nonce, and tells nobody the secret", async () => {
    await configure();
    const url = new URL(await begin());
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${origin}/api/auth/callback/oidc`,
      response_type: "code",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { db } = fixture.office.services;
    const stored = [await db.selectFrom("settings").selectAll().execute(), await changesOf(fixture.office)];
    expect(JSON.stringify(stored)).not.toContain(clientSecret);
    const answer = await fixture.browser.post("/api/auth/signin/oidc", {});
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain(`content="0;url=${provider.issuer}`);
    const listed = await (await fixture.browser("/api/auth/providers")).json();
    expect(listed.oidc).toEqual({
      id: "oidc",
      name: "Agentur-Konto",
      type: "oauth",
      signinUrl: `${origin}/api/auth/signin/oidc`,
      callbackUrl: `${origin}/api/auth/callback/oidc`,
    });
  });
});

describe("the provider's answer is refused", () => {
  const refused = signInPage("OAuthCallback");
  beforeEach(() => configure({ oidcCreatesAccounts: true, oidcDefaultRole: "member" }));

  it("with another state, without this browser's cookie, and a second time", async () => {
    const back = await provider.visit(await begin());
    const forged = new URL(back);
    forged.searchParams.set("state", "x".repeat(43));
    expect((await comeBack(forged)).headers.get("location")).toBe(refused);
    // The question was used up by the forged answer.
    expect((await comeBack(back)).headers.get("location")).toBe(refused);

    const again = await provider.visit(await begin());
    expect((await comeBack(again, browserFetch(fixture.server.url))).headers.get("location")).toBe(refused);
    expect((await comeBack(again)).headers.get("location")).toBe("/");
    expect((await comeBack(again)).headers.get("location")).not.toBe("/");
  });

  it("when it belongs to another browser's question", async () => {
    const other = browserFetch(fixture.server.url);
    await begin(other);
    const back = await provider.visit(await begin());
    expect((await comeBack(back, other)).headers.get("location")).toBe(refused);
  });

  it("when it comes too late, or is an error", async () => {
    const back = await provider.visit(await begin());
    fixture.office.advance(10 * 60_000);
    expect((await comeBack(back)).headers.get("location")).toBe(refused);
    const { searchParams } = new URL(await begin());
    const denied = new URLSearchParams({ error: "access_denied", state: searchParams.get("state") ?? "" });
    expect((await fixture.browser(`/api/auth/callback/oidc?${denied}`)).headers.get("location")).toBe(refused);
    expect(await userOf("kim@agentur.example")).toBeUndefined();
  });
});

describe("somebody unknown", () => {
  it("gets no account unless the settings say so, and then only with a role and a checked address", async () => {
    await configure({ oidcDefaultRole: "member" });
    expect(await signIn()).toBe(signInPage("AccessDenied"));
    await configure({ oidcCreatesAccounts: true, oidcDefaultRole: null });
    expect(await signIn()).toBe(signInPage("AccessDenied"));
    await configure({ oidcDefaultRole: "member" });
    provider.person.email_verified = false;
    expect(await signIn()).toBe(signInPage("EmailNotVerified"));
    provider.person.email = "keine Adresse";
    expect(await signIn()).toBe(signInPage("AccessDenied"));
    expect(await links()).toEqual([]);
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
  });

  it("becomes a member, announced and recorded, and comes back to the same account", async () => {
    await configure({ oidcCreatesAccounts: true, oidcDefaultRole: "readonly" });
    expect(await signIn(fixture.browser, { callbackUrl: "/wiki?page=2" })).toBe("/wiki?page=2");
    expect(await whoIsIn(fixture.browser)).toMatchObject({ name: "Kim Vogt", role: "readonly" });
    const { signals } = fixture.office;
    expect(signals.map(({ event }) => event)).toEqual(expect.arrayContaining(["newUser", "userLogin"]));
    expect((await changesOf(fixture.office)).map(({ kind }) => kind)).toEqual([
      "setting.updated",
      "setting.updated",
      "user.created",
      "user.joined",
      "user.sign-in-linked",
      "user.signed-in",
    ]);
    provider.person.email = "anders@agentur.example";
    const other = browserFetch(fixture.server.url);
    expect(await signIn(other)).toBe("/");
    expect(await whoIsIn(other)).toMatchObject({ email: "kim@agentur.example" });
    expect(await links()).toHaveLength(1);
  });

  it("leads nowhere but into the portal afterwards", async () => {
    await configure({ oidcCreatesAccounts: true, oidcDefaultRole: "member" });
    expect(await signIn(fixture.browser, { callbackUrl: "https://boese.example/" })).toBe("/");
  });
});

describe("somebody who has an account here", () => {
  beforeEach(() => {
    provider.person = { sub: "jana", email: fixture.jana.email, email_verified: true, name: "Jana" };
  });

  it("is not let in by an address alone", async () => {
    await configure({ oidcCreatesAccounts: true, oidcDefaultRole: "admin" });
    expect(await signIn()).toBe(signInPage("OAuthAccountNotLinked"));
    await configure({ oidcLinksByEmail: true, oidcVerifiedOnly: false });
    for (const verified of [false, undefined, "nein"]) {
      provider.person.email_verified = verified;
      expect(await signIn()).toBe(signInPage("OAuthAccountNotLinked"));
    }
    expect(await links()).toEqual([]);
  });

  it("is let in by a checked address where the settings allow it, and told so", async () => {
    await configure({ oidcLinksByEmail: true });
    expect(await signIn()).toBe("/");
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: fixture.jana.id, role: "member" });
    expect(await links()).toMatchObject([{ userId: fixture.jana.id, subject: "jana" }]);
    const notes = fixture.office.signals.filter(({ event }) => event === "newNotification");
    expect(notes).toMatchObject([{ toUserId: fixture.jana.id }]);
  });

  it("is not let in when deactivated, linked or not", async () => {
    await configure({ oidcLinksByEmail: true });
    const admin = await asSignedIn(fixture.office, chief);
    await admin.user.deactivate({ id: fixture.jana.id });
    expect(await signIn()).toBe(signInPage("AccessDenied"));
    await admin.user.reactivate({ id: fixture.jana.id });
    expect(await signIn()).toBe("/");
    await admin.user.deactivate({ id: fixture.jana.id });
    expect(await signIn(browserFetch(fixture.server.url))).toBe(signInPage("AccessDenied"));
  });

  it("joins when invited, where the settings allow it", async () => {
    const admin = await asSignedIn(fixture.office, chief);
    const { user, link } = await admin.user.invite({
      body: { name: "Rike", email: "rike@agentur.example", role: "maintainer" },
    });
    provider.person = { sub: "rike", email: user.email, email_verified: true, name: "Rike Sommer" };
    await configure();
    expect(await signIn()).toBe(signInPage("OAuthAccountNotLinked"));
    await configure({ oidcLinksByEmail: true });
    expect(await signIn()).toBe("/");
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: user.id, role: "maintainer" });
    expect((await fixture.browser(link)).status).toBe(200);
    expect(await fixture.office.services.db.selectFrom("invitations").selectAll().execute()).toEqual([]);
  });

  it("still shows the second factor, unless the provider's word counts", async () => {
    await configure({ oidcLinksByEmail: true });
    const { secret } = await setUpTotp(fixture.office, fixture.jana);
    expect(await signIn(fixture.browser, { callbackUrl: "/wiki" })).toBe("/auth/second-step");
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret) })).toMatchObject({
      redirectTo: "/wiki",
    });
    await configure({ oidcCountsAsSecondFactor: true });
    const other = browserFetch(fixture.server.url);
    expect(await signIn(other)).toBe("/");
    expect(await whoIsIn(other)).toMatchObject({ id: fixture.jana.id });
  });
});

describe("roles from the provider", () => {
  const mapped: Partial<SignInSettings> = {
    oidcRoleClaim: "groups",
    oidcRoles: [
      { value: "team", role: "member" },
      { value: "leitung", role: "admin" },
    ],
    oidcCreatesAccounts: true,
  };
  const roleAfter = async (groups: unknown): Promise<Role | string> => {
    provider.person.groups = groups;
    const other = browserFetch(fixture.server.url);
    const place = await signIn(other);
    return place === "/" ? (await whoIsIn(other)).role : place;
  };

  it("are the highest that fits, anew at each sign-in, and let nobody in where none does", async () => {
    await configure(mapped);
    expect(await roleAfter(["anderes"])).toBe(signInPage("AccessDenied"));
    expect(await roleAfter({ team: true })).toBe(signInPage("AccessDenied"));
    expect(await roleAfter(["team", "leitung"])).toBe("admin");
    expect(await roleAfter("team")).toBe("member");
    const { id = "" } = (await userOf("kim@agentur.example")) ?? {};
    expect(fixture.office.disconnected).toContainEqual({ userId: id });
    expect((await changesOf(fixture.office)).find(({ kind }) => kind === "user.role-changed")).toMatchObject({
      subjectId: id,
      actorId: null,
      beforeJson: '{"role":"admin"}',
      afterJson: '{"role":"member","by":"provider"}',
    });
    expect(await roleAfter([])).toBe(signInPage("AccessDenied"));
    await configure({ oidcDefaultRole: "readonly" });
    expect(await roleAfter([])).toBe("readonly");
  });

  it("never take the last admin", async () => {
    await configure(mapped);
    expect(await roleAfter(["leitung"])).toBe("admin");
    await (await asSignedIn(fixture.office, chief)).user.deactivate({ id: chief.id });
    expect(await roleAfter(["team"])).toBe("admin");
  });
});

describe("linking", () => {
  beforeEach(() => configure());
  const link = async (from = fixture.browser) => signIn(from, { purpose: "link", callbackUrl: "/users/me/security" });

  it("wants a session with a fresh proof", async () => {
    const asked = () => begin(fixture.browser, { purpose: "link", callbackUrl: "/users/me/security" });
    expect(await asked()).toBe(`${origin}/users/me/security?error=SessionRequired`);
    await firstStep(fixture);
    fixture.office.advance(16 * 60_000);
    expect(await asked()).toBe(`${origin}/users/me/security?error=SessionRequired`);
  });

  it("is not finished by somebody else", async () => {
    await firstStep(fixture);
    const back = await provider.visit(await begin(fixture.browser, { purpose: "link" }));
    fixture.browser.cookies.delete("__Host-techcenter.session");
    expect((await comeBack(back)).headers.get("location")).toBe(signInPage("OAuthCallback"));
    expect(await links()).toEqual([]);
  });

  it("opens the account from then on, once for each account at the provider, until it is undone", async () => {
    await firstStep(fixture);
    expect(await link()).toBe("/users/me/security?linked=1");
    const other = browserFetch(fixture.server.url);
    expect(await signIn(other)).toBe("/");
    expect(await whoIsIn(other)).toMatchObject({ id: fixture.jana.id });

    const timo = await asSignedIn(fixture.office, await fixture.office.hire({ name: "Timo Brandt" }));
    const [linked] = await links();
    const id = linked?.id ?? "";
    await expect(timo.security.unlinkSignIn({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await link()).toBe(`/users/${fixture.jana.id}/security?error=OAuthAccountNotLinked`);

    const api = await asSignedIn(fixture.office, fixture.jana);
    expect((await api.security.get()).linkedSignIns).toMatchObject([{ id, email: "kim@agentur.example" }]);
    await api.security.unlinkSignIn({ id });
    expect(await signIn(browserFetch(fixture.server.url))).toBe(signInPage("AccessDenied"));
    expect((await changesOf(fixture.office)).map(({ kind }) => kind)).toContain("user.sign-in-unlinked");
  });
});

describe("confirming who somebody is by the provider", () => {
  const minutes = 60_000;
  const confirm = { purpose: "confirm", callbackUrl: "/" };
  let page: string;

  beforeEach(async () => {
    await configure({ oidcLinksByEmail: true });
    provider.person = { sub: "jana", email: fixture.jana.email, email_verified: true };
    expect(await signIn()).toBe("/");
    fixture.office.advance(11 * minutes);
    page = `/users/${fixture.jana.id}/security`;
  });
  const isProved = async () => {
    const row = await fixture.office.services.db
      .selectFrom("sessions")
      .select("authenticatedAt")
      .where("userId", "=", fixture.jana.id)
      .executeTakeFirstOrThrow();
    return row.authenticatedAt === fixture.office.services.now().toISOString();
  };

  it("is not for strangers", async () => {
    const asked = new URL(await begin(browserFetch(fixture.server.url), confirm));
    expect(asked.pathname + asked.search).toBe("/?error=SessionRequired");
  });

  it("asks for a new sign-in there, and counts for this session", async () => {
    const asked = new URL(await begin(fixture.browser, confirm));
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: "login", max_age: "60" });
    const answer = await comeBack(await provider.visit(asked.href));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Bestätigt");
    expect(await isProved()).toBe(true);
    expect((await changesOf(fixture.office)).at(-1)).toMatchObject({
      kind: "user.authenticated",
      subjectId: fixture.jana.id,
    });
  });

  it("is refused with another account there, and with a sign-in whose time the provider does not tell", async () => {
    provider.person = { sub: "kim", email: "kim@agentur.example", email_verified: true };
    expect(await signIn(fixture.browser, confirm)).toBe(`${page}?error=OAuthAccountNotLinked`);
    provider.person = { sub: "jana", email: fixture.jana.email, email_verified: true };
    const asked = new URL(await begin(fixture.browser, confirm));
    for (const name of ["prompt", "max_age"]) asked.searchParams.delete(name);
    const answer = await comeBack(await provider.visit(asked.href));
    expect(answer.headers.get("location")).toBe(`${page}?error=OAuthCallback`);
    expect(await isProved()).toBe(false);
  });
});

describe("trying the provider out", () => {
  it("is for admins alone", async () => {
    await configure();
    const api = await asSignedIn(fixture.office, fixture.jana);
    await expect(api.security.testProvider()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(api.security.readProviderTrial({ token: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await firstStep(fixture);
    expect(await begin(fixture.browser, { purpose: "test", callbackUrl: "/settings/sign-in" })).toBe(
      `${origin}/settings/sign-in?error=SessionRequired`,
    );
  });

  it("says what is wrong with it", async () => {
    const admin = await asSignedIn(fixture.office, chief);
    expect(await refusalOf(admin.security.testProvider())).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await configure({ oidcIssuer: "http://127.0.0.1:9" });
    expect(await refusalOf(admin.security.testProvider())).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
  });

  it("shows what it says of itself and of the person, and changes nothing", async () => {
    await configure({ oidcCreatesAccounts: true, oidcDefaultRole: "member" });
    const admin = await asSignedIn(fixture.office, chief);
    expect(await admin.security.testProvider()).toMatchObject({
      issuer: provider.issuer,
      supportsPkce: true,
      scopes: expect.arrayContaining(["openid"]),
    });
    const hash = await fixture.office.services.db
      .selectFrom("users")
      .select("passwordHash")
      .where("id", "=", fixture.jana.id)
      .executeTakeFirstOrThrow();
    const { email = "" } = await fixture.office.services.db
      .updateTable("users")
      .set(hash)
      .where("id", "=", chief.id)
      .returning("email")
      .executeTakeFirstOrThrow();
    await firstStep(fixture, { email });
    const place = await signIn(fixture.browser, { purpose: "test", callbackUrl: "/settings/sign-in" });
    const token = new URL(place, origin).searchParams.get("trial") ?? "";
    const other = await asSignedIn(fixture.office, await fixture.office.hire({ role: "admin" }));
    const trial = await admin.security.readProviderTrial({ token });
    expect(trial).toMatchObject({
      claims: { sub: "kim", email: "kim@agentur.example", name: "Kim Vogt" },
      outcome: "Wer sich so anmeldet, bekäme dieses Konto: Kim Vogt, Rolle Mitarbeiter.",
    });
    await expect(other.security.readProviderTrial({ token })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await userOf("kim@agentur.example")).toBeUndefined();
    expect(await links()).toEqual([]);
    expect(fixture.office.signals.some(({ event }) => event === "newUser")).toBe(false);
  });
});
