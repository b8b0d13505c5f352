import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cookieNames } from "../../server/auth/cookies.ts";
import { createSession } from "../../server/auth/sessions.ts";
import { routePages } from "../support/browser/route-pages.ts";
import { type Office, openOffice } from "../support/office.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";

/** Of pino. */
const debug = 20;
const info = 30;

let office: Office;
let server: OfficeServer;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
});
afterEach(() => server.close());

it("every request leaves one line with the id that its response carries", async () => {
  const ids = [];
  for (const path of ["/api/health/live", "/api/trpc/notification.list", "/api/nothing", "/"]) {
    ids.push((await fetch(server.url + path)).headers.get("x-request-id"));
  }
  const lines = server.log.filter((line) => line.msg === "request");
  expect(lines.map((line) => line.requestId)).toEqual(ids);
  expect(new Set(ids).size).toBe(4);
  expect(lines[0]).toMatchObject({ method: "GET", path: "/api/health/live", status: 200 });
});

it("what is refused to somebody is told without being asked for, and who merely has to sign in is not", async () => {
  await fetch(`${server.url}/api/trpc/notification.list`);
  const foreign = await fetch(`${server.url}/api/trpc/setting.update`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(foreign.status).toBe(403);
  const member = await office.hire({ role: "member" });
  const { token } = await createSession(office.services.db, { userId: member.id, now: office.services.now() });
  const response = await fetch(`${server.url}/api/trpc/system.get?input=%7B%7D`, {
    headers: { Cookie: `${cookieNames(false).session}=${token}` },
  });
  expect(response.status).toBe(403);
  const told = server.log.filter(({ level }) => level === info);
  expect(told).toMatchObject([
    { msg: "request", path: "/api/trpc/setting.update", status: 403 },
    { msg: "procedure refused", path: "system.get", code: "FORBIDDEN", personId: member.id },
    { msg: "request", path: "/api/trpc/system.get", status: 403, personId: member.id },
  ]);
});

it("a refusal of the API names token and person, one of an export its person", async () => {
  const admin = await office.hire({ role: "admin" });
  const api = await office.as(admin);
  const { token, id } = await api.apiToken.create({ name: "Skript", scopes: ["monitoring:read"], days: 30 });
  const headers = { Authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}/api/v1/customers`, { headers })).status).toBe(403);
  expect(server.log).toContainEqual(
    expect.objectContaining({ level: info, msg: "API request refused", tokenId: id, personId: admin.id }),
  );
  const reader = await office.hire({ role: "readonly" });
  const session = await createSession(office.services.db, { userId: reader.id, now: office.services.now() });
  const answer = await fetch(`${server.url}/api/export/audit-log.csv`, {
    headers: { Cookie: `${cookieNames(false).session}=${session.token}` },
  });
  expect(answer.status).toBe(403);
  expect(server.log).toContainEqual(
    expect.objectContaining({ msg: "request", path: "/api/export/audit-log.csv", status: 403, personId: reader.id }),
  );
});

it("a page that a stranger asks for in a way that no browser does is refused, and no failure of the portal", async () => {
  await server.close();
  const loader = vi.fn(() => null);
  const renderPage = routePages({ "/open": { handle: { secure: false }, loader } });
  server = await serveOffice(office, { renderPage });
  const ask = async (path: string, init?: RequestInit) => (await fetch(server.url + path, init)).status;
  expect(await ask("/open?_data=routes/nothing")).toBe(404);
  expect(await ask("/open?_data=/open")).toBe(404);
  expect(await ask("/nothing?_data=routes/nothing")).toBe(404);
  expect(loader).not.toHaveBeenCalled();
  const posted = { method: "POST", headers: { Origin: server.url }, body: new URLSearchParams({ name: "Jana" }) };
  expect(await ask("/open", posted)).toBe(405);
  expect(server.log.filter(({ level }) => Number(level) > info)).toEqual([]);
  expect(server.log).toContainEqual(expect.objectContaining({ level: info, msg: "page refused", status: 405 }));
});

it("a page whose loader fails is a failure of the portal", async () => {
  await server.close();
  const failing = {
    handle: { secure: false },
    loader() {
      throw new Error("out of order");
    },
  };
  server = await serveOffice(office, { renderPage: routePages({ "/open": failing }) });
  expect((await fetch(`${server.url}/open`)).status).toBe(500);
  const failures = server.log.filter(({ level }) => Number(level) > info);
  expect(failures).toMatchObject([
    { level: 50, msg: "page failed", err: { message: "out of order" } },
    { level: 50, msg: "request", path: "/open", status: 500 },
  ]);
});

it("who leaves before the answer is there is no failure of the portal", async () => {
  const begun = Promise.withResolvers<void>();
  await server.close();
  server = await serveOffice(office, {
    async renderPage({ signal }) {
      begun.resolve();
      await once(signal, "abort");
      // What Remix answers where nobody reads any more.
      return new Response("Unexpected Server Error", { status: 500 });
    },
  });
  const leaving = new AbortController();
  const asked = fetch(`${server.url}/auth/setup.data`, { method: "POST", signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow("aborted");
  const lines = await vi.waitUntil(() => {
    const found = server.log.filter(({ msg }) => msg === "request");
    return found.length > 0 && found;
  });
  expect(lines).toMatchObject([{ level: debug, method: "POST", path: "/auth/setup.data", status: 499 }]);
});

it("neither tokens in an address nor addresses of people reach the log", async () => {
  await fetch(`${server.url}/auth/join?token=geheim-4711`);
  await fetch(`${server.url}/api/auth/callback/credentials`, {
    method: "POST",
    body: new URLSearchParams({ email: "jana@agentur.example", password: "geheim-4711", csrfToken: "geheim-4711" }),
  });
  expect(server.log.length).toBeGreaterThan(0);
  expect(JSON.stringify(server.log)).not.toMatch(/geheim-4711|jana@agentur/);
});

it("the secret of an address whose path is its key reaches no log", async () => {
  const secret = "Geheim-4711".repeat(4).slice(0, 43);
  const paths = ["/api/push/", "/status/", "/wall/", "/ics/", "/ask/", "/confirm/"].map((start) => `${start}${secret}`);
  for (const path of [...paths, `/status/${secret}/feed.atom`, `/status/${secret}/badge.svg`, `/wall/${secret}.data`])
    await fetch(server.url + path);
  const told = server.log.filter((line) => line.msg === "request");
  expect(told.length).toBeGreaterThanOrEqual(paths.length);
  expect(JSON.stringify(server.log)).not.toContain(secret);
});

it("of a path that nobody has but who makes it up the begin reaches the log", async () => {
  await fetch(`${server.url}/${"a".repeat(10_000)}`);
  const [line] = server.log.filter(({ msg }) => msg === "request");
  expect(line).toMatchObject({ path: `/${"a".repeat(499)}…` });
});
