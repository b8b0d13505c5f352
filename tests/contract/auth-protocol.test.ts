import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { type BrowserFetch, browserFetch } from "../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../support/office.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

const credentials = { email: "jana@agentur.example", password: "ein langes Passwort" };

let office: Office;
let server: OfficeServer;
let browser: BrowserFetch;

beforeEach(async () => {
  office = await openOffice();
  await office.hire({ email: credentials.email, passwordHash: await hashPassword(credentials.password) });
  server = await serveOffice(office);
  browser = browserFetch(server.url);
});

afterEach(() => server.close());

const sessionOf = async (from: BrowserFetch) => (await from("/api/auth/session")).json();
const signIn = (fields: Record<string, string> = {}) =>
  browser.post("/api/auth/callback/credentials", { ...credentials, ...fields });

describe("a post without the browser's CSRF token", () => {
  const paths = ["callback/credentials", "signin/credentials", "signout", "session"];

  it.each(paths)(
    "is refused at %s, without a token, with a wrong one, and with one of another browser",
    async (path) => {
      await signIn();
      const { csrfToken: foreign } = await (await browserFetch(server.url)("/api/auth/csrf")).json();
      for (const csrfToken of ["", "falsch", foreign]) {
        const body = new URLSearchParams({ ...credentials, csrfToken, json: "true" });
        const answer = await browser(`/api/auth/${path}`, { method: "POST", body });
        expect(answer.status).toBe(403);
        if (path !== "session")
          expect(await answer.json()).toEqual({ url: `${server.url}/auth/signin?error=MissingCSRF` });
      }
      expect(await sessionOf(browser)).toMatchObject({ user: { email: credentials.email } });
    },
  );

  it("is refused when the cookie was made up", async () => {
    browser.cookies.set("techcenter.csrf", "abc|def");
    const body = new URLSearchParams({ ...credentials, csrfToken: "abc", json: "true" });
    expect((await browser("/api/auth/callback/credentials", { method: "POST", body })).status).toBe(403);
  });

  it("is refused from another origin even with the token", async () => {
    const { csrfToken } = await (await browser("/api/auth/csrf")).json();
    const body = new URLSearchParams({ ...credentials, csrfToken, json: "true" });
    const headers = { origin: "https://evil.example" };
    const answer = await browser("/api/auth/callback/credentials", { method: "POST", body, headers });
    expect(answer.status).toBe(403);
    expect(await sessionOf(browser)).toEqual({});
  });
});

describe("an address under /api/auth", () => {
  it.each(["GET /", "GET /unknown", "POST /callback", "GET /session/more"])("%s does not exist", async (request) => {
    const [method, path] = request.split(" ");
    const answer = await browser(`/api/auth${path}`, { method });
    expect(answer.status).toBe(404);
    expect(server.log).toContainEqual(expect.objectContaining({ code: "MISSING_NEXTAUTH_API_ROUTE_ERROR" }));
  });

  it.each([
    ["PUT", "session", "GET, POST"],
    ["POST", "csrf", "GET"],
    ["DELETE", "providers", "GET"],
    ["PUT", "signin/credentials", "GET, POST"],
    ["GET", "callback/credentials", "POST"],
    ["GET", "signout", "POST"],
    ["GET", "_log", "POST"],
  ])("refuses %s %s", async (method, path, allowed) => {
    const answer = await browser(`/api/auth/${path}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allowed);
  });

  it.each(["session", "csrf", "providers", "signin", "error", "unknown"])(
    "keeps %s out of every cache",
    async (path) => {
      expect((await browser(`/api/auth/${path}`)).headers.get("cache-control")).toBe("private, no-store");
    },
  );

  it("refuses a body that is too large", async () => {
    const large = await signIn({ password: "x".repeat(20_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({ message: expect.any(String), requestId: large.headers.get("x-request-id") });
    const chunked = (size: number) =>
      browser("/api/auth/_log", {
        method: "POST",
        body: new Blob([`code=TOO_LARGE&message=${"x".repeat(size)}`]).stream(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        duplex: "half",
      } as RequestInit);
    expect((await chunked(20_000)).status).toBe(413);
    expect((await chunked(20)).status).toBe(200);
    expect(server.log.filter(({ code }) => code === "TOO_LARGE")).toHaveLength(1);
  });
});

describe("the sign-in of a form without scripts", () => {
  it("leads back to the sign-in page with the error and the callbackUrl", async () => {
    const answer = await signIn({ password: "falsch", callbackUrl: "/wiki?page=2" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/auth/signin?error=CredentialsSignin&callbackUrl=%2Fwiki%3Fpage%3D2");
  });

  it("leads to the callbackUrl", async () => {
    const answer = await signIn({ callbackUrl: `${server.url}/wiki?page=2#top` });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/wiki?page=2#top");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "http://127.0.0.1:1/",
  ])("leads to the dashboard instead of %s, and logs it", async (callbackUrl) => {
    const answer = await signIn({ callbackUrl });
    expect(answer.headers.get("location")).toBe("/");
    expect(server.log).toContainEqual(expect.objectContaining({ code: "INVALID_CALLBACK_URL_ERROR" }));
  });

  it("leads to the sign-in page for an unknown provider", async () => {
    const answer = await browser.post("/api/auth/callback/github", { ...credentials, callbackUrl: "/wiki" });
    expect(answer.headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fwiki");
    expect(await sessionOf(browser)).toEqual({});
  });

  it("leads to the error page when something breaks, and logs why", async () => {
    await office.services.db.schema.dropTable("signInFailures").execute();
    const answer = await signIn();
    expect(answer.headers.get("location")).toBe("/auth/error?error=Configuration");
    const line = server.log.find(({ code }) => code === "CALLBACK_CREDENTIALS_HANDLER_ERROR");
    expect(line).toMatchObject({ level: 50 });
    expect(JSON.stringify(server.log)).not.toContain(credentials.password);
  });
});

describe("a JSON body", () => {
  it("signs in, stores data and signs out", async () => {
    const { csrfToken } = await (await browser("/api/auth/csrf")).json();
    const post = (path: string, fields: object) =>
      browser(`/api/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csrfToken, json: true, ...fields }),
      });
    const entered = await post("callback/credentials", { ...credentials, callbackUrl: "/wiki" });
    expect(await entered.json()).toEqual({ url: `${server.url}/wiki` });
    expect(await (await post("session", { data: { panel: "open" } })).json()).toMatchObject({
      data: { panel: "open" },
    });
    expect(await sessionOf(browser)).toMatchObject({ data: { panel: "open" }, user: { role: "member" } });
    expect(await (await post("signout", {})).json()).toEqual({ url: `${server.url}/` });
    expect(await sessionOf(browser)).toEqual({});
  });

  it.each([
    ["a list", ["x"]],
    ["a number", 7],
    ["more than 4 KB", { text: "x".repeat(5000) }],
  ])("cannot store %s with the session", async (_, data) => {
    await signIn();
    const answer = await browser.post("/api/auth/session", { data: JSON.stringify(data) });
    expect(answer.status).toBe(400);
    expect(await sessionOf(browser)).not.toHaveProperty("data");
  });

  it("counts as empty when it is broken", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await browser("/api/auth/signout", { method: "POST", headers, body: "{" });
    expect(answer.headers.get("location")).toBe("/auth/signin?error=MissingCSRF");
  });
});

describe("the sign-in page's address", () => {
  it("keeps the error and the callbackUrl", async () => {
    const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: `${server.url}/users/7?tab=x` });
    expect((await browser(`/api/auth/signin?${query}`)).headers.get("location")).toBe(
      "/auth/signin?error=SessionRequired&callbackUrl=%2Fusers%2F7%3Ftab%3Dx",
    );
    expect((await browser(`/api/auth/error?error=SessionRequired`)).headers.get("location")).toBe(
      "/auth/signin?error=SessionRequired",
    );
  });

  it("drops an error it does not know and a foreign callbackUrl", async () => {
    const query = new URLSearchParams({ error: "toString", callbackUrl: "https://evil.example" });
    expect((await browser(`/api/auth/signin?${query}`)).headers.get("location")).toBe("/auth/signin");
    expect((await browser(`/api/auth/error?${query}`)).headers.get("location")).toBe("/auth/error?error=default");
  });
});

describe("a browser's report", () => {
  const report = (fields: Record<string, string>) =>
    browser("/api/auth/_log", { method: "POST", body: new URLSearchParams(fields) });

  it("is logged under its code, without what else it says", async () => {
    expect((await report({ level: "error", code: "CLIENT_SESSION_ERROR", message: credentials.email })).status).toBe(
      200,
    );
    expect((await report({ level: "fatal", code: "drop table\n" })).status).toBe(200);
    const lines = server.log.filter(({ from }) => from === "client");
    expect(lines).toMatchObject([{ code: "CLIENT_SESSION_ERROR" }, { code: "UNKNOWN" }]);
    expect(JSON.stringify(server.log)).not.toContain(credentials.email);
  });

  it("is refused after 30 within a minute", async () => {
    for (let n = 0; n < 30; n++) await report({ code: "CLIENT_SESSION_ERROR" });
    expect((await report({ code: "CLIENT_SESSION_ERROR" })).status).toBe(429);
    office.advance(60_000);
    expect((await report({ code: "CLIENT_SESSION_ERROR" })).status).toBe(200);
  });
});

describe("behind TLS", () => {
  it("cookies are Secure and bound to this host", async () => {
    const secured = await serveOffice(office, { env: { PUBLIC_URL: "https://portal.example" } });
    const client = browserFetch(secured.url);
    const entered = await client.post("/api/auth/callback/credentials", { ...credentials, json: "true" });
    expect(await entered.json()).toEqual({ url: "https://portal.example/" });
    await secured.close();
    expect(client.received).toHaveLength(3);
    for (const line of client.received)
      expect(line).toMatch(/^__Host-techcenter\.(csrf|device|session)=.*; Path=\/; HttpOnly; SameSite=Lax.*; Secure$/);
  });
});
