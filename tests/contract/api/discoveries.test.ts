import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import { runDiscoveries } from "../../../server/features/discoveries/run.ts";
import { schemaProblems } from "../../support/api/json-schema.ts";
import { callRest } from "../../support/api/rest-client.ts";
import {
  imprintPage,
  openSiteInternet,
  type SiteInternet,
  startPage,
} from "../../support/discoveries/site-internet.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let internet: SiteInternet;
let tokens: Record<"reading" | "writing" | "readonly", string>;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  internet = await openSiteInternet();
  const member = await office.as(await office.hire({ name: "Jana Petersen", role: "member" }));
  const reader = await office.as(await office.hire({ role: "readonly" }));
  const scopes: ApiScope[] = ["records:read", "records:write"];
  tokens = {
    reading: (await member.apiToken.create({ name: "Lesen", scopes: ["records:read"], days: 30 })).token,
    writing: (await member.apiToken.create({ name: "Schreiben", scopes, days: 30 })).token,
    readonly: (await reader.apiToken.create({ name: "Leser", scopes: ["records:read"], days: 30 })).token,
  };
});
afterEach(async () => {
  await internet.close();
  await server.close();
});

const call = (
  path: string,
  token: string,
  body?: unknown,
  method: "GET" | "POST" | "DELETE" = body === undefined ? "GET" : "POST",
) => callRest(server, token, path, { method, body });

it("refuses the wrong scope, role and input, with the field that is wrong", async () => {
  const urls = ["amsel.example"];
  expect((await call("/discoveries", "keiner", { urls })).status).toBe(401);
  expect((await call("/discoveries", tokens.reading, { urls })).status).toBe(403);
  expect((await call("/discoveries/gibtsnicht", tokens.readonly)).status).toBe(403);
  expect((await call("/discoveries/gibtsnicht", tokens.reading)).status).toBe(404);
  for (const wrong of [{}, { urls: [] }, { urls: "amsel.example" }, { urls: ["x".repeat(3000)] }]) {
    const { status, json } = await call("/discoveries", tokens.writing, wrong);
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining("Adressen: ")]);
  }
  const { json } = await call("/discoveries", tokens.writing, { urls });
  const path = `/discoveries/${json.id}/create`;
  expect((await call(path, tokens.reading, { sites: [{ urlId: "a" }] })).status).toBe(403);
  for (const wrong of [
    {},
    { sites: [] },
    { sites: [{ website: {} }] },
    { sites: [{ urlId: "a", customer: "keiner" }] },
  ])
    expect([wrong, (await call(path, tokens.writing, wrong)).status]).toEqual([wrong, 400]);
});

it("finds out about URLs and creates websites of them, as OpenAPI describes", async () => {
  const page = imprintPage("Weingut Amsel GmbH", { vatId: "DE136695976" });
  internet.sites.set("amsel.example", { pages: { "/": startPage("Amsel"), "/impressum": page } });
  const { json: document } = await call("/openapi.json", tokens.reading);
  const begun = await call("/discoveries", tokens.writing, { urls: ["amsel.example", "gibtsnicht.example"] });
  expect(begun.status).toBe(200);
  expect(schemaProblems(document, { template: "/discoveries", method: "POST" }, begun.json)).toEqual([]);
  const path = `/discoveries/${begun.json.id}`;
  expect((await call(path, tokens.reading)).json).toMatchObject({ total: 2, done: 0 });
  await runDiscoveries(office.services, internet.tools);
  const found = await call(path, tokens.reading);
  expect(schemaProblems(document, { template: "/discoveries/{id}", method: "GET" }, found.json)).toEqual([]);
  expect(found.json).toMatchObject({
    total: 2,
    done: 2,
    created: 0,
    urls: [{ url: "https://amsel.example", proposal: { newCustomer: { name: "Weingut Amsel GmbH" } } }, {}],
  });
  const [first] = found.json.urls as unknown as { id: string }[];
  const created = await call(`${path}/create`, tokens.writing, {
    sites: [{ urlId: first?.id, customer: "proposed" }],
  });
  expect(schemaProblems(document, { template: "/discoveries/{id}/create", method: "POST" }, created.json)).toEqual([]);
  expect(created.json).toMatchObject({ created: [{ website: { label: "Amsel" } }], refused: [] });
  expect((await call("/websites?q=amsel", tokens.reading)).json).toMatchObject({ totalItems: 1 });
});

it("looks again at what failed and discards a discovery, as OpenAPI describes", async () => {
  const { json: document } = await call("/openapi.json", tokens.reading);
  const begun = await call("/discoveries", tokens.writing, { urls: ["spaeter.example"] });
  const path = `/discoveries/${begun.json.id}`;
  await runDiscoveries(office.services, internet.tools);
  expect((await call(`${path}/retry`, tokens.reading, {})).status).toBe(403);
  expect((await call(path, tokens.reading, undefined, "DELETE")).status).toBe(403);
  expect((await call(path, tokens.readonly, undefined, "DELETE")).status).toBe(403);
  expect((await call(`${path}/retry`, tokens.writing, { urlIds: "alle" })).status).toBe(400);
  internet.sites.set("spaeter.example", { pages: { "*": startPage("Später") } });
  const retried = await call(`${path}/retry`, tokens.writing, {});
  expect(schemaProblems(document, { template: "/discoveries/{id}/retry", method: "POST" }, retried.json)).toEqual([]);
  expect(retried.json.urlIds).toHaveLength(1);
  expect((await call(`${path}/retry`, tokens.writing, {})).status).toBe(409);
  await runDiscoveries(office.services, internet.tools);
  expect((await call(path, tokens.reading)).json).toMatchObject({ urls: [{ proposal: { name: "Später" } }] });
  const gone = await call(path, tokens.writing, undefined, "DELETE");
  expect(schemaProblems(document, { template: "/discoveries/{id}", method: "DELETE" }, gone.json)).toEqual([]);
  expect((await call(path, tokens.reading)).status).toBe(404);
});
