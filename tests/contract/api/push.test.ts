import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let office: Office;
let server: OfficeServer;
let admin: Api;
let target: { type: "host"; id: string };
let path: string;

beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  admin = await office.as(await office.hire({ role: "admin" }));
  target = { type: "host", id: (await createRecord(admin, "host")).id };
  path = await open();
});
afterEach(() => server.close());

async function open(): Promise<string> {
  const made = { target, kind: "server", label: "Server", everySeconds: 300 } as const;
  return new URL((await admin.heartbeat.create(made)).url).pathname;
}

const ask = (where: string, init: RequestInit = {}) => fetch(new URL(where, server.url), init);
const answerOf = async (response: Response) => [response.status, await response.json()];
const latest = async () => (await admin.heartbeat.list(target))[0];

describe("a job that reports", () => {
  it.each(["GET", "POST"])(
    "is heard by %s at the path of Uptime Kuma, and leaves no trace of its key",
    async (method) => {
      expect(await answerOf(await ask(`${path}?status=up&msg=OK%20%C3%BC&ping=12`, { method }))).toEqual([
        200,
        { ok: true },
      ]);
      expect(await latest()).toMatchObject({ state: "up", message: "OK ü", pingMs: 12, lastAt: office.services.now() });
      expect(JSON.stringify(server.log)).toContain("/api/push/…");
      expect(JSON.stringify(server.log)).not.toContain(path.split("/").at(-1));
    },
  );

  it("is alive when it says nothing, and ill when it says anything but up", async () => {
    await ask(path);
    expect(await latest()).toMatchObject({ state: "up", message: null });
    await ask(`${path}?status=kaputt`);
    expect(await latest()).toMatchObject({ state: "down" });
  });

  it.each([
    ["a form", "application/x-www-form-urlencoded", "disk=61&memory=40&load=0.5&backup=ok"],
    ["JSON", "application/json", '{"disk":61,"memory":40,"load":0.5,"backup":"ok","more":{"a":1}}'],
  ])("tells of its server by %s", async (_, type, body) => {
    const host = path.replace("/api/push/", "/api/v1/push/host/");
    const answer = await ask(host, { method: "POST", headers: { "Content-Type": type }, body });
    expect(await answerOf(answer)).toEqual([200, { ok: true }]);
    expect(await latest()).toMatchObject({ usage: { diskPercent: 61, memoryPercent: 40, load: 0.5 } });
    expect(JSON.stringify(server.log)).not.toContain(path.split("/").at(-1));
  });

  it.each(["{", "null", "[1]", '"x"'])("is heard although its JSON is %s", async (body) => {
    const headers = { "Content-Type": "application/json" };
    expect((await ask(`${path}?msg=da`, { method: "POST", headers, body })).status).toBe(200);
    expect(await latest()).toMatchObject({ message: "da" });
  });

  it.each(["/api/push/unbekannt-aber-lang-genug", "/api/push/x", "/api/push/..%2f..", `/api/push/${"a".repeat(3000)}`])(
    "is not heard at %s",
    async (where) => {
      expect(await answerOf(await ask(where))).toEqual([404, { ok: false, msg: expect.any(String) }]);
    },
  );

  it("is not heard by other methods, nor with more than it can have to say", async () => {
    for (const method of ["PUT", "DELETE", "PATCH"]) expect((await ask(path, { method })).status).toBeGreaterThan(399);
    const body = `msg=${"x".repeat(20_000)}`;
    expect((await ask(path, { method: "POST", body })).status).toBe(413);
    expect(await latest()).toMatchObject({ lastAt: null });
  });

  it("is asked to wait when it reports too often, and only it", async () => {
    const calm = await open();
    for (let count = 0; count < 30; count += 1) await ask(path);
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await ask(calm)).status).toBe(200);
    office.advance(60_000);
    expect((await ask(path)).status).toBe(200);
  });
});
