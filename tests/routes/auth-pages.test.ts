import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as error from "../../app/routes/auth.error.tsx";
import * as join from "../../app/routes/auth.join.tsx";
import * as setup from "../../app/routes/auth.setup.tsx";
import * as signIn from "../../app/routes/auth.signin.tsx";
import { openSetUp } from "../../server/features/users/set-up.ts";
import type { Person } from "../../server/trpc/context.ts";
import { routePages, type ShownPage } from "../support/browser/route-pages.ts";
import { type Office, openOffice } from "../support/office.ts";
import { hashQuickly } from "../support/portal/quick-password.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

const renderPage = routePages({
  "/auth/signin": signIn,
  "/auth/setup": setup,
  "/auth/join": join,
  "/auth/error": error,
});
const password = "ein langes Passwort";
let office: Office;
let server: OfficeServer;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office, { renderPage });
});
afterEach(() => server.close());

/** A browser without scripts: it keeps cookies and posts what the page gave it. */
function browser() {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(server.url + path, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
    const page: ShownPage | undefined = response.ok || response.status >= 400 ? await response.json() : undefined;
    return { status: response.status, location: response.headers.get("location"), page, headers: response.headers };
  };
  const open = (path: string) => send(path);
  const submit = async (path: string, fields: Record<string, string>) => {
    const csrfToken = String((await open(path)).page?.data.csrfToken);
    return send(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) });
  };
  return { open, submit, send };
}

const hireJana = async (): Promise<Person> =>
  office.hire({ email: "jana@agentur.example", passwordHash: await hashQuickly(password) });

describe("sign-in", () => {
  test("empty fields are each named, and count as no attempt", async () => {
    await hireJana();
    const { submit } = browser();
    for (let round = 0; round < 6; round += 1) {
      const { status, page } = await submit("/auth/signin", { email: " ", password: "" });
      expect(status).toBe(400);
      expect(page?.refusal?.fields).toEqual({ email: [expect.any(String)], password: [expect.any(String)] });
    }
    const { location } = await submit("/auth/signin", { email: "jana@agentur.example", password });
    expect(location).toBe("/");
  });

  test("a wrong password stands at its field, the email address stays, the password does not come back", async () => {
    await hireJana();
    const { status, page } = await browser().submit("/auth/signin", {
      email: "jana@agentur.example",
      password: "falsch",
    });
    expect(status).toBe(400);
    expect(page?.refusal).toMatchObject({
      fields: { password: [expect.any(String)] },
      values: { email: "jana@agentur.example" },
    });
    expect(JSON.stringify(page)).not.toContain('falsch"');
  });

  test("after five failures the form says when to come back", async () => {
    await hireJana();
    const { submit } = browser();
    const wrong = { email: "jana@agentur.example", password: "falsch" };
    for (let failure = 0; failure < 5; failure += 1) await submit("/auth/signin", wrong);
    const { status, page, headers } = await submit("/auth/signin", wrong);
    expect(status).toBe(429);
    expect(page?.refusal?.message).toContain("15 Minuten");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a form without the token is refused and gets a new one", async () => {
    await hireJana();
    const body = new URLSearchParams({ email: "jana@agentur.example", password });
    const { status, page, headers } = await browser().send("/auth/signin", { method: "POST", body });
    expect(status).toBe(400);
    expect(page?.refusal?.fields).toEqual({});
    expect(page?.data.csrfToken).toEqual(expect.any(String));
    expect(headers.get("set-cookie")).toContain("csrf");
  });

  test.each([
    ["https://elsewhere.example/websites", "/"],
    ["//elsewhere.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/auth/signin?callbackUrl=/", "/"],
    ["/websites?q=a&page=2", "/websites?q=a&page=2"],
  ])("the way back %s leads to %s", async (asked, expected) => {
    await hireJana();
    const client = browser();
    const path = `/auth/signin?callbackUrl=${encodeURIComponent(asked)}`;
    const { page } = await client.open(path);
    expect(page?.data.callbackUrl).toBe(expected);
    const callbackUrl = String(page?.data.callbackUrl);
    const accepted = await client.submit(path, { email: "jana@agentur.example", password, callbackUrl });
    expect(accepted.location).toBe(expected);
    expect(await client.open(path)).toMatchObject({ status: 302, location: expected });
  });

  test.each([
    ["SessionRequired", "Bitte melde dich an, um fortzufahren."],
    ["OAuthAccountNotLinked", "Dieses Konto ist mit einer anderen Anmeldeart verknüpft."],
    ["somethingElse", "Die Anmeldung ist fehlgeschlagen. Bitte versuche es erneut."],
    ["constructor", "Die Anmeldung ist fehlgeschlagen. Bitte versuche es erneut."],
  ])("the URL says why one is here: %s", async (code, text) => {
    await hireJana();
    const { page } = await browser().open(`/auth/signin?error=${code}`);
    expect(page?.data.text).toBe(text);
  });
});

describe("the first account", () => {
  const account = { name: "Jana Petersen", email: "jana@agentur.example", password };

  async function openFresh() {
    await server.close();
    const setUp = await openSetUp(office.services);
    server = await serveOffice(office, { renderPage, setUp });
    return setUp;
  }

  test("once somebody has an account, the page leads to the sign-in", async () => {
    await hireJana();
    expect(await browser().open("/auth/setup")).toMatchObject({ status: 302, location: "/auth/signin" });
  });

  test("every wrong field is named at once", async () => {
    await openFresh();
    const wrong = { token: "", name: "", email: "jana", password: "kurz" };
    const { status, page } = await browser().submit("/auth/setup", wrong);
    expect(status).toBe(400);
    expect(Object.keys(page?.refusal?.fields as object).sort()).toEqual(["email", "name", "password", "token"]);
  });

  test("without people the sign-in leads to the set-up, which signs in whom it creates", async () => {
    const setUp = await openFresh();
    const client = browser();
    expect(await client.open("/auth/signin")).toMatchObject({ status: 302, location: "/auth/setup" });
    const token = new URL(setUp.link() ?? "", server.url).searchParams.get("token") ?? "";
    const path = `/auth/setup?token=${token}`;
    expect((await client.open(path)).page?.data.token).toBe(token);
    expect(await client.submit(path, { ...account, token })).toMatchObject({ status: 302, location: "/" });
    expect(await client.open("/auth/signin")).toMatchObject({ status: 302, location: "/" });
  });
});

describe("sample data", () => {
  test.each([
    ["a ticked box asks for", { sampleData: "on" }, 1],
    ["an empty box asks for no", {}, 0],
  ] as [string, Record<string, string>, number][])("%s sample data", async (_, box, times) => {
    await server.close();
    const created: string[] = [];
    const createSampleData = async (_services: unknown, admin: { name: string }) => void created.push(admin.name);
    const setUp = await openSetUp(office.services, { createSampleData });
    server = await serveOffice(office, { renderPage, setUp });
    const token = new URL(setUp.link() ?? "", server.url).searchParams.get("token") ?? "";
    const account = { name: "Jana Petersen", email: "jana@agentur.example", password, token };
    expect((await browser().submit("/auth/setup", { ...account, ...box })).location).toBe("/");
    expect(created).toHaveLength(times);
  });
});

describe("joining", () => {
  const invited = { name: "Timo Berg", email: "timo@agentur.example", role: "member" } as const;

  async function invite(): Promise<string> {
    const api = await office.as(await office.hire({ role: "admin" }));
    return (await api.user.invite({ body: invited })).link;
  }

  test("an unknown and an expired link both say that they no longer work", async () => {
    const link = await invite();
    expect(await browser().open("/auth/join?token=unknown")).toMatchObject({ status: 404 });
    office.advance(7 * 24 * 60 * 60 * 1000 + 1);
    expect(await browser().open(link)).toMatchObject({ status: 404 });
  });

  test("a short password is refused at its field and the name stays", async () => {
    const link = await invite();
    const token = new URL(link, server.url).searchParams.get("token") ?? "";
    const { page } = await browser().submit(link, { token, name: "Timo B.", password: "kurz" });
    expect(page?.refusal).toMatchObject({
      fields: { password: [expect.any(String)] },
      values: { name: "Timo B." },
    });
  });

  test("the link shows whom it is for, works once and signs in", async () => {
    const link = await invite();
    const token = new URL(link, server.url).searchParams.get("token") ?? "";
    const client = browser();
    expect((await client.open(link)).page?.data).toMatchObject({
      invited: { name: "Timo Berg", email: "timo@agentur.example" },
      role: "Mitarbeiter",
    });
    expect(await client.submit(link, { token, name: "Timo Berg", password })).toMatchObject({ location: "/" });
    expect(await client.open("/auth/signin")).toMatchObject({ status: 302, location: "/" });
    expect(await browser().open(link)).toMatchObject({ status: 404 });
  });
});

describe("a link for a new password", () => {
  test("asks for the password alone, and leads back in once", async () => {
    const jana = await hireJana();
    const { link } = await (await office.as(await office.hire({ role: "admin" }))).user.createPasswordLink({
      id: jana.id,
    });
    const token = new URL(link, server.url).searchParams.get("token") ?? "";
    const client = browser();
    expect((await client.open(link)).page?.data).toMatchObject({
      invited: { name: jana.name, email: "jana@agentur.example" },
      hasJoined: true,
    });
    const { status, page } = await client.submit(link, { token, password: "kurz" });
    expect(status).toBe(400);
    expect(page?.refusal?.fields).toEqual({ password: [expect.any(String)] });
    expect(await client.submit(link, { token, password: "ein anderes Passwort" })).toMatchObject({ location: "/" });
    expect(await client.open("/auth/signin")).toMatchObject({ status: 302, location: "/" });
    expect(await browser().open(link)).toMatchObject({ status: 404 });
  });
});

test("the error page explains a missing configuration", async () => {
  const { page } = await browser().open("/auth/error?error=Configuration");
  expect(page?.data.text).toBe("Die Anmeldung ist nicht eingerichtet.");
});
