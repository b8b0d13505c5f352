import { afterEach, beforeEach, expect, it } from "vitest";
import { callRest, recordTokens } from "../../support/api/rest-client.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let tokens: Awaited<ReturnType<typeof recordTokens>>;
let domainId: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const api = await office.as(await office.hire({ name: "Jana Petersen" }));
  tokens = await recordTokens(api);
  const body = { name: "amsel.example", renewsAt: "2027-03-01", renewDecision: "open", noticeDays: 30 };
  domainId = (await createRecord(api, "domain", body)).id;
});
afterEach(() => server.close());

const call = (token: string | undefined, path: string, asked?: { method?: string; body?: unknown }) =>
  callRest(server, token, path, asked);

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

it("describes what each act answers, field by field", async () => {
  const { json } = await call(undefined, "/openapi.json");
  const described = (method: string, path: string): string[] =>
    Object.keys(json.paths[path][method].responses["200"].content["application/json"].schema.properties).sort();
  const answered = async (method: string, path: string, id: string, body?: unknown) => {
    const answer = await call(tokens.writing, path.replace("{id}", id), { method: method.toUpperCase(), body });
    expect(answer.status).toBe(200);
    return Object.keys(answer.json).sort();
  };
  const id = (await cancelId()) ?? "";
  const acts = [
    ["get", "/deadlines", undefined],
    ["get", "/deadlines/{id}", undefined],
    ["post", "/deadlines/{id}/snooze", { until: "2026-12-01" }],
    ["post", "/deadlines/{id}/assign", { userId: null }],
    ["post", "/deadlines/{id}/claim", {}],
    ["post", "/deadlines/{id}/release", {}],
    ["post", "/deadlines/{id}/complete", {}],
    ["post", "/deadlines/{id}/reopen", {}],
    ["post", "/deadlines/{id}/decide", { decision: "keep" }],
  ] as const;
  for (const [method, path, body] of acts) {
    // Whoever may not see prices is not answered any.
    const expected = described(method, path).filter((name) => name !== "amountCents");
    expect([path, await answered(method, path, id, body)]).toEqual([path, expected]);
  }
  const own = await call(tokens.writing, "/deadlines", { method: "POST", body: { label: "TÜV", dueOn: "2027-01-01" } });
  const path = "/deadlines/{id}";
  expect(await answered("delete", path, own.json.id)).toEqual(described("delete", path));
});
