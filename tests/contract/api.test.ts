import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiScope, apiScopeNames } from "../../contract/api/scopes.ts";
import { declarations } from "../../contract/records/declarations.ts";
import { recordTypes } from "../../contract/records/record-types.ts";
import { apiRoutes } from "../../server/api/routes.ts";
import { appRouter } from "../../server/features/router.ts";
import type { Person } from "../../server/trpc/context.ts";
import { callRest, type RestRequest } from "../support/api/rest-client.ts";
import { type Office, openOffice } from "../support/office.ts";
import { createRecord } from "../support/records/records.ts";
import { expectRefusal, refusalOf } from "../support/records/refusals.ts";
import { type OfficeServer, serveOffice } from "../support/servers/office-server.ts";
import { withoutIds } from "../support/without-ids.ts";

let office: Office;
let server: OfficeServer;
let admin: Person;
let member: Person;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  admin = await office.hire({ role: "admin", name: "Timo Brandt" });
  member = await office.hire({ name: "Jana Petersen" });
});
afterEach(() => server.close());

async function tokenOf(person: Person, scopes: readonly ApiScope[] = apiScopeNames, days = 30) {
  const api = await office.as(person);
  return (await api.apiToken.create({ name: "Skript", scopes: [...scopes], days })).token;
}

const call = (token: string | undefined, path: string, sent?: RestRequest) => callRest(server, token, path, sent);

describe("a request is refused as RFC 9457 has it", () => {
  it("without a token, with a foreign one, an ended one, and one whose person may no longer enter", async () => {
    const ended = await tokenOf(member);
    const expired = await tokenOf(admin, ["records:read"], 30);
    const api = await office.as(member);
    const [own] = await api.apiToken.list({});
    await api.apiToken.revoke({ id: own?.id ?? "" });
    const gone = await tokenOf(member);
    await office.services.db
      .updateTable("users")
      .set({ deactivatedAt: "2026-11-20T09:00:00.000Z" })
      .where("id", "=", member.id)
      .execute();
    office.advance(31 * 86_400_000);
    for (const token of [undefined, "mtc_unbekannt", ended, expired, gone]) {
      const answer = await call(token, "/websites");
      expect(answer.status).toBe(401);
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      expect(answer.json).toMatchObject({ status: 401, code: "unauthenticated", title: "Nicht angemeldet" });
    }
  });

  it("when its end is missing; a new one has to have an end within a year, and its owner is told", async () => {
    const api = await office.as(member);
    const input = { name: "Skript", scopes: ["records:read" as const] };
    for (const days of [null, 366, 0])
      expect((await refusalOf(api.apiToken.create({ ...input, days: days as never }))).fields).toEqual({
        days: [expect.any(String)],
      });
    const { token, expiresAt } = await api.apiToken.create({ ...input, days: 365 });
    expect(expiresAt.getTime() - office.services.now().getTime()).toBe(365 * 86_400_000);
    expect((await call(token, "/websites")).status).toBe(200);
    const { db } = office.services;
    expect(await db.selectFrom("notifications").select(["forUserId", "title", "message"]).execute()).toEqual([
      {
        forUserId: member.id,
        title: "API-Token erstellt",
        message: expect.stringContaining("„Skript“ greift ein Programm bis zum 20.11.2027"),
      },
    ]);
    expect(await db.selectFrom("mails").select(["toUserId"]).execute()).toEqual([{ toUserId: member.id }]);
    await db.updateTable("apiTokens").set({ expiresAt: null }).execute();
    expect((await call(token, "/websites")).status).toBe(401);
  });

  it("while its person lacks the second factor that they must have", async () => {
    const token = await tokenOf(member);
    const api = await office.as(admin);
    await api.setting.update({ section: "signIn", values: { secondFactor: "everyone" }, secrets: {}, version: 0 });
    expect((await call(token, "/tags")).status).toBe(401);
  });

  it("without the scope, by a token of a session, and beyond what its person may do", async () => {
    const reading = await tokenOf(admin, ["records:read"]);
    expect((await call(reading, "/tags", { method: "POST", body: { name: "Neu" } })).status).toBe(403);
    expect((await call(reading, "/pages")).status).toBe(403);
    const reader = await office.hire({ role: "readonly" });
    const token = await tokenOf(reader);
    expect((await call(token, "/tags", { method: "POST", body: { name: "Neu" } })).json.code).toBe("forbidden");
    expect(await office.services.db.selectFrom("tags").selectAll().execute()).toEqual([]);
  });

  it("with a body that is no JSON, of another kind, wrong by field, or under an unknown address", async () => {
    const token = await tokenOf(admin);
    expect((await call(token, "/tags", { method: "POST", body: "{" })).status).toBe(400);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await call(token, "/tags", { method: "POST", body: "name=x", headers: form })).status).toBe(415);
    const wrong = await call(token, "/domains", { method: "POST", body: { name: "www.a.example", nirgends: 1 } });
    expect(wrong).toMatchObject({ status: 400, json: { code: "invalid", errors: expect.anything() } });
    expect((await call(token, "/nirgends")).status).toBe(404);
    expect((await call(token, "/tags", { method: "PUT", body: {} })).status).toBe(405);
    expect((await call(token, "/tags?seite=2")).json.detail).toContain("seite");
    expect((await call(token, "/tags?f[name]=vielleicht:x")).status).toBe(400);
    const misspelt = await call(token, "/websites?f[kind]=oneOf:shop,shops");
    expect(misspelt).toMatchObject({ status: 400, json: { detail: expect.stringContaining("„shops“") } });
    expect((await call(token, "/tags?limit=1000")).status).toBe(400);
    expect((await call(token, "/tags/%E0%A4%A")).status).toBe(404);
  });

  it("when too many come, with the time to wait", async () => {
    const token = await tokenOf(admin);
    let last = await call(token, "/tags");
    while (last.status === 200) last = await call(token, "/tags");
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    office.advance(60_000);
    expect((await call(token, "/tags")).status).toBe(200);
  });
});

describe("a token", () => {
  it("is shown once, kept as a hash, and says when it was used", async () => {
    const token = await tokenOf(member);
    const kept = JSON.stringify(await office.services.db.selectFrom("apiTokens").selectAll().execute());
    const told = JSON.stringify(await office.services.db.selectFrom("changes").selectAll().execute());
    expect(kept).not.toContain(token);
    expect(told).not.toContain(token);
    await call(token, "/tags");
    const [own] = await (await office.as(member)).apiToken.list({});
    expect(own).toMatchObject({ hint: token.slice(0, 10), lastUsedFrom: "127.0.0.1" });
    expect(own?.lastUsedAt).toEqual(office.services.now());
  });

  it("of somebody else is seen and ended by admins alone", async () => {
    await tokenOf(member);
    const [token] = await (await office.as(admin)).apiToken.list({ all: true });
    const other = await office.as(await office.hire({ role: "maintainer" }));
    await expectRefusal(other.apiToken.list({ all: true }), "FORBIDDEN");
    await expectRefusal(other.apiToken.revoke({ id: token?.id ?? "" }), "NOT_FOUND");
    await (await office.as(admin)).apiToken.revoke({ id: token?.id ?? "" });
    expect(await (await office.as(member)).apiToken.list({})).toEqual([]);
  });

  it("does nothing beyond the listed operations, each of which exists", () => {
    const procedures = Object.keys(appRouter._def.procedures);
    for (const { procedure } of apiRoutes) expect(procedures).toContain(procedure);
    const reachable = new Set(apiRoutes.map(({ procedure }) => procedure.split(".")[0]));
    for (const closed of ["session", "security", "setting", "apiToken", "webhook", "user"])
      expect(reachable).not.toContain(closed);
  });
});

describe("the records of every type", () => {
  it.each(recordTypes.filter((type) => type !== "page"))("%s: are made, read, changed and archived", async (type) => {
    const token = await tokenOf(admin);
    const { id } = await createRecord(await office.as(admin), type);
    const list = `/${declarations[type].plural}`;
    const found = await call(token, `${list}?limit=1&sort=-updatedAt`);
    expect(found.json).toMatchObject({ data: [{ id, type }] });
    expect(found.headers.get("link")).toContain('rel="last"');
    const one = await call(token, `${list}/${id}`);
    expect(one.headers.get("etag")).toBe('"1"');
    const archived = await call(token, `${list}/${id}/archive`, { method: "POST", headers: { "If-Match": '"1"' } });
    expect(archived).toMatchObject({ status: 200, json: { version: 2 } });
    expect((await call(token, `${list}?archived=1`)).json).toMatchObject({ totalItems: 1, data: [{ id }] });
  });

  it("take a change from the version it began with, and keep what somebody else wrote", async () => {
    const token = await tokenOf(member);
    const made = await call(token, "/tags", { method: "POST", body: { name: "Dringend" } });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/api/v1/tags/${made.json.id}`);
    const path = `/tags/${made.json.id}`;
    const first = await call(token, path, {
      method: "PATCH",
      body: { name: "Eilig" },
      headers: { "If-Match": '"1"' },
    });
    expect(first).toMatchObject({ status: 200, json: { version: 2 } });
    const late = await call(token, path, { method: "PATCH", body: { name: "Spät" }, headers: { "If-Match": '"1"' } });
    expect(late).toMatchObject({ status: 412, json: { code: "conflict" } });
    const without = await call(token, path, { method: "PATCH", body: { name: "Ohne" } });
    expect(without).toMatchObject({ status: 428, json: { code: "precondition_required" } });
    expect((await call(token, path)).json.title).toBe("Eilig");
    const [change] = await office.services.db
      .selectFrom("changes")
      .select("actorId")
      .where("kind", "=", "tag.updated")
      .execute();
    expect(change?.actorId).toBe(member.id);
  });

  it("keep prices from whoever may not see them", async () => {
    const api = await office.as(admin);
    const customer = await createRecord(api, "customer", { hourlyRateCents: 12_300 });
    const mine = await call(await tokenOf(member), `/customers/${customer.id}`);
    expect(withoutIds(JSON.stringify(mine.json))).not.toContain("12300");
    expect((await call(await tokenOf(admin), `/customers/${customer.id}`)).json.values.hourlyRateCents).toBe(12_300);
  });
});

describe("a request with an idempotency key", () => {
  const post = (token: string, key: string, name: string) =>
    call(token, "/tags", { method: "POST", body: { name }, headers: { "Idempotency-Key": key } });

  it("is carried out once, also when it comes twenty times at the same time", async () => {
    const token = await tokenOf(admin);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(token, "k1", "Einmal")));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const again = await post(token, "k1", "Einmal");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    for (const { status, json } of answers) if (status === 201) expect(json.id).toBe(again.json.id);
    expect(await office.services.db.selectFrom("tags").select("id").execute()).toHaveLength(1);
  });

  it("is refused with another body, and free again after a refusal", async () => {
    const token = await tokenOf(admin);
    await post(token, "k2", "Erstes");
    expect((await post(token, "k2", "Anderes")).status).toBe(422);
    expect((await post(token, "k3", "Erstes")).status).toBe(409);
    expect((await post(token, "k3", "Drittes")).status).toBe(201);
  });

  it("is not carried out again when its answer was lost", async () => {
    const token = await tokenOf(admin);
    await post(token, "k4", "Verloren");
    await office.services.db.updateTable("apiRequests").set({ state: "done", status: null, body: null }).execute();
    expect((await post(token, "k4", "Verloren")).json.code).toBe("already_done");
    expect(await office.services.db.selectFrom("tags").select("id").execute()).toHaveLength(1);
  });
});

describe("tasks", () => {
  it("are refused without the scope and to a version that is gone, then made once, claimed, done and opened", async () => {
    const reading = await tokenOf(member, ["records:read"]);
    expect((await call(reading, "/tasks", { method: "POST", body: { title: "Anrufen" } })).status).toBe(403);
    expect((await call(undefined, "/tasks")).status).toBe(401);
    const token = await tokenOf(member, ["records:read", "records:write"]);
    expect((await call(token, "/tasks", { method: "POST", body: { title: "" } })).json).toMatchObject({ status: 400 });
    const body = {
      title: "Anrufen",
      recurrence: "FREQ=WEEKLY",
      dueOn: "2026-11-23",
      creationId: "ein-skript-sagt-das",
    };
    const made = await call(token, "/tasks", { method: "POST", body });
    expect((await call(token, "/tasks", { method: "POST", body })).json).toEqual(made.json);
    const path = `/tasks/${made.json.id}`;
    const change = { method: "PATCH", body: { title: "Zurückrufen", version: 7 } };
    expect((await call(token, path, change)).status).toBe(409);
    expect((await call(token, path, { ...change, body: { ...change.body, version: 1 } })).json).toMatchObject({
      version: 2,
    });
    const post = async (act: string, who = token) =>
      (await call(who, `${path}/${act}`, { method: "POST", body: {} })).status;
    expect(await post("claim")).toBe(200);
    expect(await post("claim", await tokenOf(admin))).toBe(409);
    expect(await post("release")).toBe(200);
    expect(await post("complete")).toBe(200);
    const open = await call(token, "/tasks?scope=all&limit=5");
    expect(open.json.data).toMatchObject([{ title: "Zurückrufen", dueOn: "2026-11-30" }]);
    expect(await post("reopen")).toBe(200);
    expect((await call(token, path)).json).toMatchObject({ state: "open", recurrence: "FREQ=WEEKLY" });
    expect((await call(token, path, { method: "DELETE" })).status).toBe(200);
    expect((await call(token, path)).status).toBe(404);
  });
});

describe("the description", () => {
  it("names every operation with its inputs and answers", async () => {
    const { json } = await call(undefined, "/openapi.json");
    expect(json.openapi).toBe("3.1.0");
    for (const { method, path, scope } of apiRoutes)
      expect(json.paths[path][method].security).toEqual([{ token: [scope] }]);
    const body = json.paths["/domains"].post.requestBody.content["application/json"].schema;
    expect(body.required).toContain("name");
    expect(json.paths["/domains"].get.parameters.map(({ name }: { name: string }) => name)).toContain("f[customerId]");
  });
});
