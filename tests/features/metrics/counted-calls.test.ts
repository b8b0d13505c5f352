import { afterEach, beforeEach, expect, it } from "vitest";
import { cookieNames } from "../../../server/auth/cookies.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import { procedureNames } from "../../../server/http/rpc-calls.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

/** Of pino. */
const error = 50;

let office: Office;
let server: OfficeServer;
let cookie: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const { id: userId } = await office.hire();
  const { token } = await createSession(office.services.db, { userId, now: office.services.now() });
  cookie = `${cookieNames(false).session}=${token}`;
});
afterEach(() => server.close());

const input = (...each: object[]) => encodeURIComponent(JSON.stringify(Object.fromEntries(each.entries())));
const nothing = { json: {} };
const countOf = (call: string, status: number) =>
  server.requests.text().includes(`_count{route="rpc ${call}",method="GET",status="${status}"} 1`);

// The adapter of tRPC answers what brings parameters of a connection, here none.
it.each(["", "&connectionParams=%7B%7D"])(
  "a call that always fails is seen beside one that works in the same request%s",
  async (more) => {
    await office.services.db.schema.dropTable("notificationPreferences").execute();
    const calls = "session.list,notification.getPreferences";
    const answer = await fetch(`${server.url}/api/trpc/${calls}?batch=1&input=${input(nothing)}${more}`, {
      headers: { cookie },
    });
    expect(answer.status).toBe(207);
    expect(server.requests.recent()).toMatchObject({ count: 1, failed: 1 });
    expect([countOf("session.list", 200), countOf("notification.getPreferences", 500)]).toEqual([true, true]);
    const [line] = server.log.filter(({ msg }) => msg === "request");
    const failed = [{ path: "notification.getPreferences", status: 500 }];
    expect(line).toMatchObject({ level: error, status: 207, failed });
  },
);

it("what a stranger asks for, refused in whichever way, is counted without a name", async () => {
  const names = [...procedureNames];
  const ask = (method: string, calls: readonly string[], headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/trpc/${calls.join(",")}?batch=1`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: "{}" }),
    });
  const foreign = { origin: "https://elsewhere.example" };
  expect((await ask("POST", names, foreign)).status).toBe(403);
  expect((await ask("PUT", names)).status).toBe(400);
  expect((await ask("GET", ["notification.delete", "website.create"])).status).toBe(405);
  expect((await ask("POST", ["session.list", "website.list"])).status).toBe(405);
  expect((await ask("GET", ["session.list", "website.list"])).status).toBe(401);
  expect((await fetch(`${server.url}/api/v1/customers`)).status).toBe(401);
  expect(server.requests.text()).not.toMatch(/route="(?!none)/);
  const api = await office.as(await office.hire());
  const { token } = await api.apiToken.create({ name: "Skript", scopes: ["monitoring:read"], days: 30 });
  await fetch(`${server.url}/api/v1/customers`, { headers: { authorization: `Bearer ${token}` } });
  expect(server.requests.text()).toContain('_count{route="/api/v1/customers",method="GET",status="403"} 1');
});

it("what is merely refused in a batch is no failure of the portal", async () => {
  const answer = await fetch(
    `${server.url}/api/trpc/session.list,system.get?batch=1&input=${input(nothing, nothing)}`,
    {
      headers: { cookie },
    },
  );
  expect(answer.status).toBe(207);
  expect(server.requests.recent()).toMatchObject({ count: 1, failed: 0 });
  expect(countOf("system.get", 403)).toBe(true);
  const [line] = server.log.filter(({ msg }) => msg === "request");
  expect(line).not.toMatchObject({ level: error });
  expect(line).not.toHaveProperty("failed");
});
