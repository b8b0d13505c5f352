import { afterAll, beforeAll, expect, it } from "vitest";
import { cookieNames } from "../../../server/auth/cookies.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let person: Person;
let cookie: string;

beforeAll(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  person = await office.hire();
  const { token } = await createSession(office.services.db, { userId: person.id, now: office.services.now() });
  cookie = `${cookieNames(false).session}=${token}`;
});
afterAll(() => server.close());

interface Case {
  path: string;
  input?: string;
  isBatch?: boolean;
  headers?: Record<string, string>;
  /** Of a POST. */
  body?: string;
}

async function ask({ path, input, isBatch, headers, body: sent }: Case, others: Record<string, string> = {}) {
  const query = new URLSearchParams({
    ...(isBatch && { batch: "1" }),
    ...(input !== undefined && { input }),
    ...others,
  });
  const response = await fetch(`${server.url}/api/trpc/${path}?${query}`, {
    headers: { cookie, ...(sent !== undefined && { "content-type": "application/json" }), ...headers },
    ...(sent !== undefined && { method: "POST", body: sent }),
  });
  const told = Object.fromEntries(response.headers);
  for (const own of ["date", "x-request-id", "content-length", "transfer-encoding"]) delete told[own];
  const body: unknown = JSON.parse(
    (await response.text()).replaceAll(/"requestId":"[0-9a-f-]{36}"/g, '"requestId":"…"'),
  );
  return { status: response.status, headers: told, body };
}

/** The adapter of tRPC answers what brings parameters of a connection, here none. */
const askAdapter = (asked: Case) => ask(asked, { connectionParams: "{}" });

const json = (value: unknown) => JSON.stringify({ json: value });
const both = (one: unknown, other: unknown) => JSON.stringify({ 0: { json: one }, 1: { json: other } });
const own = () => ({ limit: 10, where: { forUserId: person.id } });

const cases: [string, number, () => Case][] = [
  ["a stranger", 401, () => ({ path: "session.list", input: json({}), headers: { cookie: "" } })],
  ["two calls of a stranger", 401, () => ({ path: "session.list,user.list", isBatch: true, headers: { cookie: "" } })],
  ["somebody else's", 403, () => ({ path: "notification.list", input: json({ where: { forUserId: "other" } }) })],
  ["a missing row", 404, () => ({ path: "website.get", input: json({ id: "none" }) })],
  ["an unknown procedure", 404, () => ({ path: "website.unknown", input: json({}) })],
  ["what every object inherits", 404, () => ({ path: "constructor", input: json({}) })],
  ["a mutation", 405, () => ({ path: "notification.delete", input: json({ id: "none" }) })],
  ["an unknown key", 400, () => ({ path: "notification.list", input: json({ ...own(), colour: "red" }) })],
  ["no input where some is needed", 400, () => ({ path: "notification.list" })],
  ["an empty input", 400, () => ({ path: "notification.list", input: "" })],
  ["an input that is no JSON", 400, () => ({ path: "notification.list", input: "{" })],
  ["a batch whose input is a list", 400, () => ({ path: "session.list,user.list", isBatch: true, input: "[]" })],
  ["more than 20 calls", 400, () => ({ path: Array(21).fill("session.list").join(), isBatch: true, input: "{}" })],
  ["a query", 200, () => ({ path: "notification.list", input: json(own()) })],
  ["a query without input", 200, () => ({ path: "notification.absent" })],
  [
    "a date as input",
    400,
    () => ({
      path: "notification.list",
      input: JSON.stringify({ json: { limit: "2026-01-01T00:00:00.000Z" }, meta: { values: { limit: ["Date"] } } }),
    }),
  ],
  ["a batch of one", 200, () => ({ path: "notification.list", isBatch: true, input: both(own(), null) })],
  [
    "a batch",
    200,
    () => ({ path: "notification.list,notification.absent", isBatch: true, input: both(own(), undefined) }),
  ],
  [
    "a batch of which one call is refused",
    207,
    () => ({
      path: "notification.list,website.get",
      isBatch: true,
      input: both(own(), { id: "none" }),
    }),
  ],
  [
    "a large answer for a browser",
    200,
    () => ({
      path: "notification.getPreferences,notification.getPreferences,notification.getPreferences,website.list",
      isBatch: true,
      input: JSON.stringify({ 3: { json: { page: 1, limit: 10 } } }),
      headers: { "accept-encoding": "br, gzip" },
    }),
  ],
];

const mutations: [string, number, () => Case][] = [
  ["a stranger", 401, () => ({ path: "notification.markAllRead", body: json({}), headers: { cookie: "" } })],
  ["a missing row", 404, () => ({ path: "notification.delete", body: json({ id: "none" }) })],
  ["an unknown procedure", 404, () => ({ path: "notification.unknown", body: json({}) })],
  ["a query", 405, () => ({ path: "notification.absent", body: json(null) })],
  ["an unknown key", 400, () => ({ path: "notification.markAllRead", body: json({ colour: "red" }) })],
  ["a body that is no JSON", 400, () => ({ path: "notification.markAllRead", body: "{" })],
  ["an empty body", 400, () => ({ path: "notification.markAllRead", body: "" })],
  ["an input beside the address", 400, () => ({ path: "notification.markAllRead", input: json({}), body: "null" })],
  [
    "a body that is not said to be JSON",
    415,
    () => ({ path: "notification.markAllRead", body: json({}), headers: { "content-type": "text/plain" } }),
  ],
  [
    "another origin",
    403,
    () => ({ path: "notification.markAllRead", body: json({}), headers: { origin: "https://elsewhere.example" } }),
  ],
  ["a body above the limit", 413, () => ({ path: "notification.markAllRead", body: json("x".repeat(1024 * 1024)) })],
  ["a batch whose body is a list", 400, () => ({ path: "notification.delete", isBatch: true, body: "[]" })],
  [
    "a mutation beside a query",
    400,
    () => ({ path: "notification.markAllRead,notification.absent", isBatch: true, body: both({}, null) }),
  ],
  ["a mutation", 200, () => ({ path: "notification.markAllRead", body: json({}) })],
  [
    "a media type with its encoding",
    200,
    () => ({
      path: "notification.markAllRead",
      body: json({}),
      headers: { "content-type": "Application/JSON; charset=utf-8" },
    }),
  ],
  [
    "a batch of which one call is refused",
    207,
    () => ({
      path: "notification.markAllRead,notification.delete",
      isBatch: true,
      body: both({}, { id: "none" }),
    }),
  ],
];

it.each(mutations)("answers %s in a POST as the adapter of tRPC does", async (_what, status, asked) => {
  const answer = await ask(asked());
  expect(answer.status).toBe(status);
  expect(answer).toEqual(await askAdapter(asked()));
});

it("writes what a POST asks for, once", async () => {
  const created = await ask({ path: "tag.create", body: json({ body: { name: "Barrierefrei", color: "#0f766e" } }) });
  expect(created.status).toBe(200);
  const tags = await office.services.db
    .selectFrom("tags")
    .select("title")
    .where("title", "=", "Barrierefrei")
    .execute();
  expect(tags).toHaveLength(1);
});

it.each(cases)("answers %s as the adapter of tRPC does", async (_what, status, asked) => {
  const answer = await ask(asked());
  expect(answer.status).toBe(status);
  expect(answer).toEqual(await askAdapter(asked()));
});

it("reads the role and the session with every call", async () => {
  const member = await office.hire({ name: "Timo Brandt", role: "member" });
  const { id, token } = await createSession(office.services.db, { userId: member.id, now: office.services.now() });
  const headers = { cookie: `${cookieNames(false).session}=${token}` };
  const asked: Case = { path: "audit.list", input: json({}), headers };
  expect((await ask(asked)).status).toBe(403);
  await office.services.db.updateTable("users").set({ role: "admin" }).where("id", "=", member.id).execute();
  expect((await ask(asked)).status).toBe(200);
  await office.services.db.deleteFrom("sessions").where("id", "=", id).execute();
  expect((await ask(asked)).status).toBe(401);
});

it("hands a failure to the log with its cause and tells nothing of it", async () => {
  const broken = await openOffice();
  const brokenServer = await serveOffice(broken);
  const { id: userId } = await broken.hire();
  const { token } = await createSession(broken.services.db, { userId, now: broken.services.now() });
  await broken.services.db.schema.alterTable("notifications").renameTo("gone").execute();
  const missing = /no such table|relation \S+ does not exist/;
  const input = encodeURIComponent(json({ where: { forUserId: userId } }));
  const response = await fetch(`${brokenServer.url}/api/trpc/notification.list?input=${input}`, {
    headers: { cookie: `${cookieNames(false).session}=${token}` },
  });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(missing);
  const line = brokenServer.log.find(({ msg }) => msg === "procedure failed");
  expect(line).toMatchObject({ path: "notification.list", requestId: response.headers.get("x-request-id") });
  expect(JSON.stringify(line)).toMatch(missing);
  await brokenServer.close();
});
