import { Window } from "happy-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "../../server/auth/passwords.ts";
import { browserFetch } from "../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../support/office.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

type Client = typeof import("next-auth/react");
const credentials = { email: "jana@agentur.example", password: "ein langes Passwort" };

let office: Office;
let server: OfficeServer;
let client: Client;
let browser: ReturnType<typeof browserFetch>;
let location: { href: string; reload(): void };
let storage: Window["localStorage"];

beforeEach(async () => {
  office = await openOffice();
  await office.hire({ email: credentials.email, passwordHash: await hashPassword(credentials.password) });
  server = await serveOffice(office);
  browser = browserFetch(server.url);
  location = { href: `${server.url}/websites`, reload: () => undefined };
  const window = new Window({ url: server.url });
  storage = window.localStorage;
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("window", {
    location,
    document: window.document,
    HTMLIFrameElement: window.HTMLIFrameElement,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  });
  vi.stubGlobal("fetch", followingRedirects);
  vi.resetModules();
  client = await import("next-auth/react");
});

const followingRedirects = (path: string, init?: RequestInit) => browser(path, { ...init, redirect: "follow" });

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

describe("the stock next-auth client", () => {
  it("finds nobody signed in, and the one provider", async () => {
    expect(await client.getSession()).toBeNull();
    expect(await client.getProviders()).toEqual({
      credentials: {
        id: "credentials",
        name: "E-Mail und Passwort",
        type: "credentials",
        signinUrl: `${server.url}/api/auth/signin/credentials`,
        callbackUrl: `${server.url}/api/auth/callback/credentials`,
      },
    });
  });

  it("keeps one CSRF token per browser", async () => {
    const token = await client.getCsrfToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await client.getCsrfToken()).toBe(token);
  });

  it("is told that the password is wrong", async () => {
    const answer = await client.signIn("credentials", { ...credentials, password: "falsch", redirect: false });
    expect(answer).toEqual({ error: "CredentialsSignin", status: 401, ok: false, url: null });
    expect(await client.getSession()).toBeNull();
  });

  it("is told that there were too many attempts", async () => {
    for (let n = 0; n < 5; n++)
      await client.signIn("credentials", { ...credentials, password: "falsch", redirect: false });
    const answer = await client.signIn("credentials", { ...credentials, redirect: false });
    expect(answer).toEqual({ error: "RateLimited", status: 429, ok: false, url: null });
  });

  it("signs in and reads the session", async () => {
    const callbackUrl = `${server.url}/websites?page=2`;
    const answer = await client.signIn("credentials", { ...credentials, redirect: false, callbackUrl });
    expect(answer).toEqual({ error: null, status: 200, ok: true, url: callbackUrl });
    expect(await client.getSession()).toEqual({
      user: {
        id: expect.any(String),
        name: "Jana Petersen",
        email: credentials.email,
        image: null,
        role: "member",
      },
      expires: "2026-12-20T09:13:00.000Z",
    });
  });

  it("goes to the callbackUrl after signing in, by default where it was", async () => {
    await client.signIn("credentials", credentials);
    expect(location.href).toBe(`${server.url}/websites`);
    await client.signIn("credentials", { ...credentials, callbackUrl: "/wiki" });
    expect(location.href).toBe(`${server.url}/wiki`);
  });

  it("does not leave the portal for a foreign callbackUrl", async () => {
    await client.signIn("credentials", { ...credentials, callbackUrl: "https://evil.example/" });
    expect(location.href).toBe(`${server.url}/`);
    expect(server.log).toContainEqual(expect.objectContaining({ code: "INVALID_CALLBACK_URL_ERROR" }));
  });

  it("is led to the sign-in page for an unknown provider", async () => {
    await client.signIn("github", { callbackUrl: "/wiki" });
    expect(location.href).toBe("/api/auth/signin?callbackUrl=%2Fwiki");
    const page = await browser(location.href);
    expect(page.status).toBe(302);
    expect(page.headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fwiki");
  });

  it("is led to the error page when there are no providers", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
      input.endsWith("/providers")
        ? Promise.resolve(Response.json({}, { status: 503 }))
        : followingRedirects(input, init),
    );
    await client.signIn("credentials", credentials);
    expect(location.href).toBe("/api/auth/error");
    expect((await browser(location.href)).headers.get("location")).toBe("/auth/error?error=default");
  });

  it("signs out, tells the other tabs, and the old cookie is worth nothing", async () => {
    await client.signIn("credentials", { ...credentials, redirect: false });
    const former = new Map(browser.cookies);
    const answer = await client.signOut({ redirect: false, callbackUrl: "/auth/signin" });
    expect(answer).toEqual({ url: `${server.url}/auth/signin` });
    expect(await client.getSession()).toBeNull();
    expect(JSON.parse(storage.getItem("nextauth.message") ?? "{}")).toMatchObject({ event: "session" });
    for (const [name, value] of former) browser.cookies.set(name, value);
    expect(await client.getSession()).toBeNull();
  });

  it("reports failures to the log, by their code alone", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
      input.endsWith("/session") ? Promise.reject(new TypeError("offline")) : followingRedirects(input, init),
    );
    expect(await client.getSession()).toBeNull();
    await vi.waitFor(() =>
      expect(server.log).toContainEqual(
        expect.objectContaining({ level: 50, code: "CLIENT_FETCH_ERROR", from: "client", msg: "client reported" }),
      ),
    );
    expect(JSON.stringify(server.log)).not.toContain("offline");
  });
});

describe("the stock SessionProvider", () => {
  it("stores data with the session, which cannot become another person", async () => {
    await client.signIn("credentials", { ...credentials, redirect: false });
    const { createElement } = await import("react");
    const { createRoot } = await import("react-dom/client");
    const seen: { status: string; role?: unknown; data?: unknown }[] = [];
    let update: ((data: unknown) => Promise<unknown>) | undefined;
    const probe = () => {
      const session = client.useSession();
      update = session.update;
      const { user, data } = (session.data ?? {}) as { user?: { role: string }; data?: unknown };
      seen.push({ status: session.status, role: user?.role, data });
      return null;
    };
    const root = createRoot(document.createElement("div"));
    root.render(createElement(client.SessionProvider, null, createElement(probe)));
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ status: "authenticated", role: "member", data: undefined }));
    expect(seen[0]).toMatchObject({ status: "loading" });

    const data = { lastPage: "/wiki", user: { role: "admin" }, role: "admin" };
    await update?.(data);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ status: "authenticated", role: "member", data }));
    expect(await client.getSession()).toMatchObject({ user: { role: "member" }, data });
    root.unmount();
  });
});
