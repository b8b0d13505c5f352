import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { schemaProblems } from "../../support/api/json-schema.ts";
import { callRest } from "../../support/api/rest-client.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";
import { openTestRegistrar, registrarKeys, type TestRegistrar } from "../../support/servers/registrars.ts";

let office: Office;
let server: OfficeServer;
let admin: Api;
let registrar: TestRegistrar;
let id: string;
let tokens: Record<"records" | "reading" | "writing" | "keeper", string>;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  admin = await office.as(await office.hire({ role: "admin" }));
  const keeper = await office.as(await office.hire({ role: "maintainer" }));
  const tokenOf = async (api: Api, scopes: ApiScope[]) =>
    (await api.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  const both: ApiScope[] = ["monitoring:read", "monitoring:write"];
  tokens = {
    records: await tokenOf(admin, ["records:read", "records:write"]),
    reading: await tokenOf(admin, ["monitoring:read"]),
    writing: await tokenOf(admin, both),
    keeper: await tokenOf(keeper, both),
  };
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const domains = [{ name: "amsel.de", since: "2012-05-04", renews: "2027-03-01" }];
  registrar = await openTestRegistrar("inwx", { domains, zones: ["nur-zone.de"], now: office.services.now });
  const account = await createRecord(admin, "registrarAccount", { name: "Hauptkonto" });
  const values = { ...registrarKeys.inwx, server: registrar.receiver.url };
  ({ id } = await admin.registrarConnection.create({
    body: { service: "inwx", registrarAccountId: account.id, values },
  }));
});
afterEach(async () => {
  await registrar.close();
  await server.close();
});

const call = (token: string | undefined, path: string, method: "GET" | "POST" = "GET") =>
  callRest(server, token, path, { method, ...(method === "POST" && { body: {} }) });

it("refuses connections without a token, its scope, the role, and of what is not there", async () => {
  const domains = `/registrar-connections/${id}/domains`;
  const ask = `/registrar-connections/${id}/ask`;
  for (const path of ["/registrar-connections", domains]) {
    expect((await call(undefined, path)).status).toBe(401);
    expect((await call(tokens.records, path)).status).toBe(403);
    expect((await call(tokens.keeper, path)).status).toBe(403);
  }
  expect((await call(undefined, ask, "POST")).status).toBe(401);
  expect((await call(tokens.reading, ask, "POST")).status).toBe(403);
  expect((await call(tokens.keeper, ask, "POST")).status).toBe(403);
  expect((await call(tokens.reading, "/registrar-connections/nirgends/domains")).status).toBe(404);
  expect((await call(tokens.writing, "/registrar-connections/nirgends/ask", "POST")).status).toBe(404);
  expect((await call(tokens.writing, "/registrar-connections", "POST")).status).toBe(405);
  await admin.registrarConnection.update({ params: { id }, body: { isEnabled: false }, version: 1 });
  const off = await call(tokens.writing, ask, "POST");
  expect([off.status, off.json.detail]).toEqual([412, "Diese Verbindung ist ausgeschaltet."]);
  expect(registrar.receiver.received).toEqual([]);
});

it("tells how a connection stands and what lies there, and asks now, as OpenAPI describes, without a key", async () => {
  await askDueRegistrars(office.services);
  const { json: document } = await call(tokens.reading, "/openapi.json");
  const listed = await call(tokens.reading, "/registrar-connections");
  expect(schemaProblems(document, { template: "/registrar-connections", method: "GET" }, listed.json)).toEqual([]);
  expect(listed.json).toMatchObject([
    { id, service: "inwx", error: null, domainCount: 1, unknownCount: 1, secrets: ["password"] },
  ]);
  const domains = await call(tokens.reading, `/registrar-connections/${id}/domains`);
  const template = "/registrar-connections/{id}/domains";
  expect(schemaProblems(document, { template, method: "GET" }, domains.json)).toEqual([]);
  expect(domains.json).toMatchObject({
    connection: { id },
    domains: [
      { nameAce: "amsel.de", state: "unknown", answer: { renewsOn: "2027-03-01" } },
      { nameAce: "nur-zone.de", state: "zone" },
    ],
  });
  expect([listed.text, domains.text].join()).not.toContain(registrarKeys.inwx.password);

  registrar.stock.domains.push({ name: "fink.de", renews: "2027-06-30" });
  await askDueRegistrars(office.services);
  expect((await call(tokens.reading, "/registrar-connections")).json).toMatchObject([{ domainCount: 1 }]);
  const asked = await call(tokens.writing, `/registrar-connections/${id}/ask`, "POST");
  const asking = { template: "/registrar-connections/{id}/ask", method: "POST" } as const;
  expect([asked.status, schemaProblems(document, asking, asked.json)]).toEqual([200, []]);
  await askDueRegistrars(office.services);
  expect((await call(tokens.reading, "/registrar-connections")).json).toMatchObject([{ domainCount: 2 }]);
});
