import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { keepRun } from "../../../server/features/legal/keep.ts";
import { resultOf } from "../../../server/lookups/legal/run.ts";
import { callRest } from "../../support/api/rest-client.ts";
import { imprintWith } from "../../support/legal/site.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let tokens: Record<"records" | "reading" | "writing", string>;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const api = await office.as(await office.hire({ role: "maintainer" }));
  const tokenOf = async (scopes: ApiScope[]) => (await api.apiToken.create({ name: "Skript", scopes, days: 30 })).token;
  tokens = {
    records: await tokenOf(["records:read"]),
    reading: await tokenOf(["monitoring:read"]),
    writing: await tokenOf(["monitoring:read", "monitoring:write"]),
  };
  id = (await createRecord(api, "website", { url: "https://amsel.example/" })).id;
  const result = resultOf(imprintWith("§ 5 DDG", "§ 5 TMG"));
  await transact(systemContext(office.services), (tx) => keepRun(tx, id, result, { before: null }));
});
afterEach(() => server.close());

const call = (token: string | undefined, path: string, body?: unknown) =>
  callRest(server, token, path, { method: body === undefined ? "GET" : "POST", body });

it("refuses findings without a token, without their scope, and of what is not there", async () => {
  expect((await call(undefined, `/websites/${id}/legal`)).status).toBe(401);
  expect((await call(tokens.records, `/websites/${id}/legal`)).status).toBe(403);
  expect((await call(tokens.reading, "/websites/nirgends/legal")).status).toBe(404);
  expect((await call(tokens.reading, "/legal-findings?state=vielleicht")).status).toBe(400);
  expect((await call(tokens.reading, "/legal-findings?rule=erfunden")).status).toBe(400);
  expect((await call(tokens.reading, "/customers/nirgends/legal")).status).toBe(404);
  expect((await call(tokens.reading, `/websites/${id}/legal/run`, {})).status).toBe(403);
  expect((await call(tokens.writing, "/legal-findings/nirgends/accept", { reason: "Bleibt so." })).status).toBe(404);
});

it("lists findings, and takes and takes back their acceptance", async () => {
  const { json } = await call(tokens.reading, "/legal-findings?group=pages&limit=5");
  expect(json.data).toMatchObject([{ rule: { id: "outdated-tmg" }, state: "open", website: { id } }]);
  expect((await call(tokens.reading, "/legal-findings?rule=outdated-tmg")).json.totalItems).toBe(1);
  expect((await call(tokens.reading, "/legal-findings?rule=imprint-content")).json.totalItems).toBe(0);
  expect((await call(tokens.reading, "/legal-findings?page=99")).json).toMatchObject({ data: [], totalItems: 1 });
  const path = `/legal-findings/${json.data[0].id}`;
  expect((await call(tokens.reading, `${path}/accept`, { reason: "Bleibt so." })).status).toBe(403);
  expect((await call(tokens.writing, `${path}/accept`, { reason: " " })).status).toBe(400);
  expect((await call(tokens.writing, `${path}/accept`, { reason: "Bleibt so." })).status).toBe(200);
  const accepted = await call(tokens.reading, `/websites/${id}/legal`);
  expect(accepted.json).toMatchObject({ state: "ok", findings: [{ accepted: { reason: "Bleibt so." } }] });
  expect((await call(tokens.writing, `${path}/reopen`, {})).status).toBe(200);
  expect((await call(tokens.reading, `/websites/${id}/legal`)).json.state).toBe("warn");
});
