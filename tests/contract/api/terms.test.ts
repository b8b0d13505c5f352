import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import type { Api } from "../../../server/features/router.ts";
import { callRest } from "../../support/api/rest-client.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let api: Api;
let tokens: Record<"reading" | "writing" | "member", string>;
let domainId: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  api = await office.as(await office.hire({ name: "Jana Petersen", role: "maintainer" }));
  const member = await office.as(await office.hire({ role: "member" }));
  const tokenOf = async (of: Api, scopes: ApiScope[]) =>
    (await of.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  tokens = {
    reading: await tokenOf(api, ["records:read"]),
    writing: await tokenOf(api, ["records:read", "records:write"]),
    member: await tokenOf(member, ["records:read", "records:write"]),
  };
  const term = { renewsAt: "2027-03-01", periodMonths: 12, noticeDays: 30, priceCents: 2400, costCents: 1200 };
  domainId = (await createRecord(api, "domain", { name: "amsel.example", ...term })).id;
});
afterEach(() => server.close());

const call = (token: string | undefined, act = "", body?: unknown, id = domainId) =>
  callRest(server, token, `/terms/domain/${id}${act}`, { method: body === undefined ? "GET" : "POST", body });

const valuesOf = async () => (await api.domain.get({ id: domainId })).values;
const keep = { decision: "keep" };

it("refuses terms without a token, without its scope, of what is not there, and what makes no sense", async () => {
  expect((await call(undefined)).status).toBe(401);
  expect((await call(tokens.reading, "/decide", keep)).status).toBe(403);
  expect((await call(tokens.writing, "", undefined, "nirgends")).status).toBe(404);
  expect((await call(tokens.writing, "/decide", { decision: "maybe" })).status).toBe(400);
  expect((await call(tokens.writing, "/price", { fromOn: "morgen", priceCents: 1 })).status).toBe(400);
  expect((await call(tokens.writing, "/decide", { ...keep, version: 7 })).status).toBe(409);
  expect((await valuesOf()).renewDecision).toBe("open");
});

it("tells how something runs, and hides its prices from those who may not see them", async () => {
  expect(await call(tokens.reading)).toMatchObject({ status: 200 });
  const prices = /"(priceCents|costCents)":\d/;
  expect(JSON.stringify((await call(tokens.reading)).json)).toMatch(prices);
  expect(JSON.stringify((await call(tokens.member)).json)).not.toMatch(prices);
  expect((await call(tokens.member, "/price", { fromOn: "2027-03-01", priceCents: 1 })).status).toBe(403);
});

it("decides about the next end, with the day and the reason", async () => {
  const decision = { decision: "cancel", effectiveOn: "2027-03-01", reason: "Wird nicht mehr gebraucht" };
  expect((await call(tokens.writing, "/decide", decision)).status).toBe(200);
  expect(await valuesOf()).toMatchObject({ renewDecision: "cancel", endsAt: "2027-03-01" });
  expect(JSON.stringify((await call(tokens.reading)).json)).toContain("Wird nicht mehr gebraucht");
});
