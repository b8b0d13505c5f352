import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { schemaProblems } from "../../support/api/json-schema.ts";
import { callRest } from "../../support/api/rest-client.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let checks: CheckOffice;
let tokens: Record<"records" | "reading" | "writing", string>;
let websiteId: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  checks = openCheckOffice(office);
  const member = await office.as(await office.hire({ name: "Jana Petersen", role: "member" }));
  const tokenOf = async (scopes: ApiScope[]) =>
    (await member.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  tokens = {
    records: await tokenOf(["records:read", "records:write"]),
    reading: await tokenOf(["records:read", "monitoring:read"]),
    writing: await tokenOf(["monitoring:read", "monitoring:write"]),
  };
  websiteId = (await member.website.create({ body: { url: "https://amsel.test/", lifecycle: "live" } })).id;
});
afterEach(async () => {
  await checks.close();
  await server.close();
});

const call = (path: string, { token, method = "GET" }: { token?: string; method?: "GET" | "POST" } = {}) =>
  callRest(server, token, path, { method });

/** The answer of a call, which is as OpenAPI describes it. */
async function described(path: string, template: string, method: "GET" | "POST" = "GET") {
  const token = method === "GET" ? tokens.reading : tokens.writing;
  const { status, json } = await call(path, { token, method });
  expect([path, status]).toEqual([path, 200]);
  const { json: document } = await call("/openapi.json", { token });
  expect(schemaProblems(document, { template, method }, json)).toEqual([]);
  return json;
}

it("refuses who has no token, the wrong scope, asks for nothing that is there or for a range that is none", async () => {
  const availability = `/websites/${websiteId}/availability`;
  expect((await call(availability)).status).toBe(401);
  for (const path of [
    availability,
    `/websites/${websiteId}/certificates`,
    `/websites/${websiteId}/checks`,
    "/incidents",
  ])
    expect([path, (await call(path, { token: tokens.records })).status]).toEqual([path, 403]);
  const check = `/websites/${websiteId}/check`;
  expect((await call(check, { token: tokens.reading, method: "POST" })).status).toBe(403);
  expect((await call("/incidents/gibtsnicht/claim", { token: tokens.reading, method: "POST" })).status).toBe(403);
  expect((await call("/websites/gibtsnicht/availability", { token: tokens.reading })).status).toBe(404);
  expect((await call("/incidents/gibtsnicht", { token: tokens.reading })).status).toBe(404);
  expect((await call("/incidents/gibtsnicht/claim", { token: tokens.writing, method: "POST" })).status).toBe(404);
  const wrong = await call(`${availability}?range=2h`, { token: tokens.reading });
  expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([400, expect.stringContaining("range")]);
});

it("looks now, and answers how available a website was in each range", async () => {
  await checks.pass(60, 20);
  const { values } = await described(`/websites/${websiteId}`, "/websites/{id}");
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(values).toMatchObject({ status: "online", responseTimeMs: expect.any(Number), checkedAt: moment });
  checks.set("amsel.test", down);
  checks.listen();
  const checked = await described(`/websites/${websiteId}/check`, "/websites/{id}/check", "POST");
  expect(checked).toMatchObject({ results: [{ kind: "http", outcome: "failed", code: "refused" }, { kind: "tls" }] });
  office.advance(3600_000 * 2);
  checks.store.rollUp.rollUp(Math.floor(office.services.now().getTime() / 1000), 10);
  for (const [range, stepSeconds] of [
    ["24h", 300],
    ["7d", 3600],
    ["30d", 3600],
    ["1y", 86_400],
  ] as const) {
    const path = `/websites/${websiteId}/availability`;
    const answer = await described(`${path}?range=${range}`, "/websites/{id}/availability");
    expect(answer).toMatchObject({ range, stepSeconds });
    expect([range, answer.uptime]).toEqual([range, expect.toSatisfy((uptime) => uptime > 0 && uptime < 10_000)]);
  }
  await described(`/websites/${websiteId}/checks`, "/websites/{id}/checks");
});

it("says how hosts and domains are, and looks at them now", async () => {
  const member = await office.as(await office.hire({ role: "member" }));
  const body = { name: "web03", kind: "managed", lifecycle: "active", hostname: "web03.test" };
  const provider = await member.provider.create({ body: { name: "Elbe Hosting" } });
  const host = await member.host.create({ body: { ...body, providerId: provider.id } });
  const domain = await member.domain.create({ body: { name: "amsel-hof.de" } });
  await checks.pass(60, 20);
  checks.listen();
  for (const [type, id, field] of [
    ["hosts", host.id, "status"],
    ["domains", domain.id, "state"],
  ] as const) {
    const { values } = await described(`/${type}/${id}`, `/${type}/{id}`);
    const known = { [field]: "online", responseTimeMs: 100, checkedAt: expect.stringMatching(/Z$/) };
    expect([type, values]).toEqual([type, expect.objectContaining({ ...known, uptime30d: 10_000 })]);
    expect((await call(`/${type}/${id}/check`, { token: tokens.reading, method: "POST" })).status).toBe(403);
    const checked = await described(`/${type}/${id}/check`, `/${type}/{id}/check`, "POST");
    expect([type, checked]).toEqual([type, expect.objectContaining({ status: "online" })]);
    const availability = `/${type}/${id}/availability`;
    expect((await call(availability, { token: tokens.records })).status).toBe(403);
    await described(`${availability}?range=24h`, `/${type}/{id}/availability`);
  }
});

it("refuses a token to steer by whose person may only read, and to look where nobody looks", async () => {
  const reader = await office.as(await office.hire({ role: "readonly" }));
  const scopes: ApiScope[] = ["monitoring:read", "monitoring:write"];
  const { token } = await reader.apiToken.create({ name: "Skript", scopes, days: 30 });
  expect((await call(`/websites/${websiteId}/check`, { token, method: "POST" })).status).toBe(403);
  const member = await office.as(await office.hire({ role: "member" }));
  const planned = await member.website.create({ body: { url: "https://geplant.test/", lifecycle: "planned" } });
  checks.listen();
  const refused = await call(`/websites/${planned.id}/check`, { token: tokens.writing, method: "POST" });
  expect([refused.status, refused.json]).toEqual([412, expect.objectContaining({ code: "precondition" })]);
  expect((await call(`/websites/${planned.id}`, { token: tokens.reading })).json).toMatchObject({
    values: { status: "unknown", checkedAt: null },
  });
});

it("answers the certificates of a website, the present one first", async () => {
  const at = office.services.now().getTime();
  const issue = (serial: string, days: number): CertificateFacts => ({
    subject: "CN=amsel.test",
    names: ["amsel.test"],
    issuer: "R12",
    serial,
    fingerprint: serial.repeat(8),
    keyFingerprint: "ab",
    key: "EC 256",
    signature: "ecdsa",
    protocol: "TLSv1.3",
    isTrusted: true,
    isSelfSigned: false,
    matchesName: true,
    chain: [],
    validFrom: new Date(at).toISOString(),
    validTo: new Date(at + days * 86_400_000).toISOString(),
  });
  checks.set("amsel.test", { certificate: issue("0a", 30) });
  await checks.pass(1);
  checks.set("amsel.test", { certificate: issue("0b", 90) });
  await checks.pass(86_400, 21_600);
  const answer = await described(`/websites/${websiteId}/certificates`, "/websites/{id}/certificates");
  expect(answer).toMatchObject([
    { facts: { serial: "0b" }, isPresent: true },
    { facts: { serial: "0a" }, isPresent: false },
  ]);
});

it("lists incidents by their state, reads one with whom it hits, and takes care of it", async () => {
  const maren = await office.hire({ name: "Maren Betreut", role: "maintainer" });
  const { sites, host } = await hostWithSites(office, { count: 3, responsibleUserId: maren.id });
  await tellEvents(office, "down", sites);
  office.advance(120_000);
  await sendDue(office);
  const path = "/incidents?f[state]=oneOf:open,claimed";
  const listed = (await described(path, "/incidents")) as { data: { id: string; state: string }[] };
  expect(listed.data).toMatchObject([{ state: "open" }]);
  const id = String(listed.data[0]?.id);
  expect(await described(`/incidents/${id}`, "/incidents/{id}")).toMatchObject({
    state: "open",
    endReason: null,
    memberCount: 3,
    root: { type: "host", id: host.id },
    members: sites.map(() => ({ type: "website", status: "offline" })),
  });
  expect(await described(`/incidents/${id}/claim`, "/incidents/{id}/claim", "POST")).toMatchObject({
    state: "claimed",
  });
  expect((await call(path, { token: tokens.reading })).json).toMatchObject({ data: [{ state: "claimed" }] });
  expect((await call("/incidents?f[state]=oneOf:closed", { token: tokens.reading })).json).toMatchObject({ data: [] });
});
