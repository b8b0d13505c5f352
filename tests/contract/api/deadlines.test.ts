import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let tokens: Record<"reading" | "writing" | "wiki", string>;
let domainId: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const api = await office.as(await office.hire({ name: "Jana Petersen" }));
  const tokenWith = async (scopes: ApiScope[]) =>
    (await api.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  tokens = {
    reading: await tokenWith(["records:read"]),
    writing: await tokenWith(["records:read", "records:write"]),
    wiki: await tokenWith(["wiki:read", "wiki:write"]),
  };
  const body = { name: "amsel.example", renewsAt: "2027-03-01", renewDecision: "open", noticeDays: 30 };
  domainId = (await createRecord(api, "domain", body)).id;
});
afterEach(() => server.close());

async function call(
  token: string | undefined,
  path: string,
  { method = "GET", body }: { method?: string; body?: unknown } = {},
) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : undefined };
}

const cancelId = async () =>
  (await call(tokens.reading, "/deadlines?kind=domainCancel")).json.data[0]?.id as string | undefined;

it("refuses deadlines without a token, without its scope, and filters that make no sense", async () => {
  const id = await cancelId();
  expect((await call(undefined, "/deadlines")).status).toBe(401);
  expect((await call(tokens.wiki, "/deadlines")).status).toBe(403);
  expect((await call(tokens.reading, `/deadlines/${id}/complete`, { method: "POST", body: {} })).status).toBe(403);
  expect((await call(tokens.reading, "/deadlines?state=late")).status).toBe(400);
  expect((await call(tokens.reading, "/deadlines?targetId=x")).status).toBe(400);
  expect((await call(tokens.writing, "/deadlines/nobody/complete", { method: "POST", body: {} })).status).toBe(404);
});

it("lists deadlines by filters, and does what people do about them", async () => {
  const listed = await call(tokens.reading, `/deadlines?targetType=domain&targetId=${domainId}&to=2027-02-01&limit=10`);
  expect(listed).toMatchObject({
    status: 200,
    json: { totalItems: 1, data: [{ kind: "domainCancel", dueOn: "2027-01-30" }] },
  });
  const id = await cancelId();
  const act = (name: string, body: unknown = {}) =>
    call(tokens.writing, `/deadlines/${id}/${name}`, { method: "POST", body });
  expect(await act("snooze", { until: "2026-12-01" })).toMatchObject({ json: { snoozedUntil: "2026-12-01" } });
  expect(await act("claim")).toMatchObject({ status: 200, json: { user: { name: "Jana Petersen" } } });
  expect((await act("release")).status).toBe(200);
  const decision = { decision: "cancel", effectiveOn: "2027-03-01", reason: "Zu teuer" };
  expect(await act("decide", decision)).toMatchObject({
    status: 200,
    json: { state: "cancelled", decision: "cancel" },
  });
  const made = await call(tokens.writing, "/deadlines", {
    method: "POST",
    body: { label: "TÜV", dueOn: "2027-01-01" },
  });
  expect(made.json).toMatchObject({ kind: "custom", label: "TÜV", target: null });
  expect((await call(tokens.writing, `/deadlines/${made.json.id}`, { method: "DELETE" })).status).toBe(200);
});
