import { afterEach, beforeEach, expect, it } from "vitest";
import { callRest, recordTokens } from "../../support/api/rest-client.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let tokens: Awaited<ReturnType<typeof recordTokens>>;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const api = await office.as(await office.hire({ name: "Jana Petersen" }));
  tokens = await recordTokens(api);
});
afterEach(() => server.close());

const call = (token: string | undefined, method: string, path: string, body?: unknown) =>
  callRest(server, token, path, { method: method.toUpperCase(), body });

it("refuses tasks without a token, without its scope, without a title, and what others have changed", async () => {
  expect((await call(undefined, "get", "/tasks")).status).toBe(401);
  expect((await call(tokens.wiki, "get", "/tasks")).status).toBe(403);
  expect((await call(tokens.reading, "post", "/tasks", { title: "Rufen" })).status).toBe(403);
  expect(await call(tokens.writing, "post", "/tasks", { title: "" })).toMatchObject({
    status: 400,
    json: { errors: { title: [expect.any(String)] } },
  });
  const { id, version } = (await call(tokens.writing, "post", "/tasks", { title: "Rufen" })).json;
  const change = (title: string) => call(tokens.writing, "patch", `/tasks/${id}`, { version, title });
  expect((await change("Anrufen")).status).toBe(200);
  expect((await change("Schreiben")).status).toBe(409);
  expect((await call(tokens.reading, "get", `/tasks/${id}`)).json).toMatchObject({ title: "Anrufen", source: "api" });
  expect((await call(tokens.reading, "get", "/tasks/nirgends")).status).toBe(404);
});

it("describes what each act answers, field by field", async () => {
  const { json: document } = await call(undefined, "get", "/openapi.json");
  const described = (method: string, path: string): string[] =>
    Object.keys(document.paths[path][method].responses["200"].content["application/json"].schema.properties).sort();
  const made = await call(tokens.writing, "post", "/tasks", { title: "Täglich prüfen", dueOn: "2026-12-01" });
  expect(Object.keys(made.json).sort()).toEqual(described("post", "/tasks"));
  const acts = [
    ["get", "/tasks", undefined],
    ["get", "/tasks/{id}", undefined],
    ["patch", "/tasks/{id}", { version: 1, title: "Wöchentlich prüfen" }],
    ["post", "/tasks/{id}/snooze", { until: "2026-12-01" }],
    ["post", "/tasks/{id}/assign", { assigneeUserId: null, assigneeGroup: "member" }],
    ["post", "/tasks/{id}/claim", {}],
    ["post", "/tasks/{id}/release", {}],
    ["post", "/tasks/{id}/complete", {}],
    ["post", "/tasks/{id}/reopen", {}],
    ["delete", "/tasks/{id}", undefined],
  ] as const;
  for (const [method, path, body] of acts) {
    const { status, json } = await call(tokens.writing, method, path.replace("{id}", made.json.id), body);
    expect([path, status, Object.keys(json).sort()]).toEqual([path, 200, described(method, path)]);
  }
  const { properties } = document.paths["/tasks"].get.responses["200"].content["application/json"].schema;
  expect(Object.keys(properties.data.items.properties).sort()).toEqual(described("get", "/tasks/{id}"));
});
