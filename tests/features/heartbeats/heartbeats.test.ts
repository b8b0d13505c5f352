import { beforeEach, describe, expect, it } from "vitest";
import { type HeartbeatKind, maxHeartbeats } from "../../../contract/heartbeats/heartbeats.ts";
import { snippetsFor } from "../../../contract/heartbeats/snippets.ts";
import { type Report, receiveReport } from "../../../server/features/heartbeats/receive.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let admin: Api;
let hostId: string;
let websiteId: string;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
  hostId = (await createRecord(admin, "host")).id;
  websiteId = (await createRecord(admin, "website")).id;
});

const hour = 3600;
const onHost = () => ({ type: "host", id: hostId }) as const;
const onWebsite = () => ({ type: "website", id: websiteId }) as const;
const add = (kind: HeartbeatKind = "cron", target: { type: "host" | "website"; id: string } = onHost()) =>
  admin.heartbeat.create({ target, kind, label: "Nachtlauf", everySeconds: hour });
const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);
const report = (heartbeat: { url: string }, said: Report = {}) =>
  receiveReport(office.services, tokenOf(heartbeat), said);
const noticed = () => office.services.db.selectFrom("changeEvents").select(["kind", "targetId", "afterJson"]).execute();
const list = () => admin.heartbeat.list(onHost());
const checks = () =>
  office.services.db.selectFrom("checks").selectAll().where("kind", "=", "push").orderBy("createdAt").execute();

describe("a heartbeat is refused", () => {
  it("to strangers and to everybody who is no admin; who reads the record sees it", async () => {
    const { id } = await add();
    const change = { label: "Anders", everySeconds: hour };
    const calls = ({ heartbeat }: Api) => [
      heartbeat.create({ target: onHost(), kind: "cron", ...change }),
      heartbeat.update({ id, ...change }),
      heartbeat.renew({ id }),
      heartbeat.delete({ id }),
    ];
    const stranger = await office.as();
    for (const call of [...calls(stranger), stranger.heartbeat.list(onHost())])
      await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["readonly", "member", "maintainer"] as const) {
      const api = await office.as(await office.hire({ name: role, role }));
      for (const call of calls(api)) await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await api.heartbeat.list(onHost())).toMatchObject([{ id, label: "Nachtlauf" }]);
    }
  });

  it("for a record that is not there or in the archive, of a kind that makes no sense, and beyond its number", async () => {
    const nowhere = { type: "host", id: websiteId } as const;
    await expect(add("cron", nowhere)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(add("server", onWebsite())).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(add("cms")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const bad = { target: onHost(), kind: "cron", label: " ", everySeconds: 30 } as const;
    await expect(admin.heartbeat.create(bad)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (let made = 0; made < maxHeartbeats; made += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await admin.website.archive({ id: websiteId });
    await expect(add("cron", onWebsite())).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("a second time under the same id of its form", async () => {
    const input = { target: onHost(), kind: "cron", label: "Nachtlauf", everySeconds: hour } as const;
    const creationId = "0190a0c4-6f0e-7a3c-9c51-3f0a5b1c2d3e";
    await admin.heartbeat.create({ ...input, creationId });
    await expect(admin.heartbeat.create({ ...input, creationId })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await list()).toHaveLength(1);
  });
});

describe("a heartbeat", () => {
  it("has a check of its own, and an address that is nowhere kept", async () => {
    const made = await add();
    expect(made).toMatchObject({ state: "waiting", graceSeconds: 360, lastAt: null, hint: tokenOf(made).slice(0, 6) });
    expect(await checks()).toMatchObject([
      {
        kind: "push",
        targetType: "host",
        targetId: hostId,
        label: "Nachtlauf",
        isEnabled: 1,
        address: `push:${made.id}`,
      },
    ]);
    // The page of its host calls it by its name.
    const { checks: named } = await admin.check.get({ type: "host", id: hostId });
    expect(named).toMatchObject([{ kind: "push", label: "Nachtlauf" }]);
    const kept = await office.services.db.selectFrom("heartbeats").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(tokenOf(made));
    expect(JSON.stringify(await list())).not.toContain(tokenOf(made));
  });

  it("is in order when it reports, late when it does not, and says why it fails", async () => {
    const made = await add();
    expect(await report(made, { msg: "12 GB gesichert", ping: "1530.4" })).toBe(true);
    expect(await list()).toMatchObject([{ state: "up", message: "12 GB gesichert", pingMs: 1530 }]);
    office.advance((hour + 360) * 1000);
    expect(await list()).toMatchObject([{ state: "up" }]);
    office.advance(1);
    expect(await list()).toMatchObject([{ state: "late" }]);
    await report(made, { status: "down", msg: "Band voll" });
    expect(await list()).toMatchObject([{ state: "down", message: "Band voll", pingMs: null }]);
    await report(made, { status: "up" });
    expect(await list()).toMatchObject([{ state: "up", message: null }]);
  });

  it("has its check made at once when it says something new, and only then", async () => {
    const made = await add();
    const revision = async () => (await checks())[0]?.revision ?? 0;
    const seen: boolean[] = [];
    for (const status of ["up", "up", "down", "down", "up"]) {
      const before = await revision();
      await report(made, { status });
      seen.push((await revision()) > before);
      office.advance(1000);
    }
    expect(seen).toEqual([true, false, true, false, true]);
    expect(await checks()).toMatchObject([{ askedAt: expect.any(String) }]);
  });

  it("is not at an address that nobody gave, nor at one that was renewed or deleted", async () => {
    const made = await add();
    const renewed = await admin.heartbeat.renew({ id: made.id });
    expect([await report(made), await report(renewed)]).toEqual([false, true]);
    await admin.heartbeat.delete({ id: made.id });
    expect(await report(renewed)).toBe(false);
    expect(await list()).toEqual([]);
    expect(await checks()).toMatchObject([{ isEnabled: 0, removedAt: expect.any(String) }]);
    await expect(admin.heartbeat.renew({ id: made.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("changes what is expected of it, with its check", async () => {
    const { id } = await add();
    await admin.heartbeat.update({ id, label: "Wochenlauf", everySeconds: 7 * 24 * hour });
    expect(await list()).toMatchObject([{ label: "Wochenlauf", everySeconds: 604_800, graceSeconds: 21_600 }]);
    expect(await checks()).toMatchObject([{ label: "Wochenlauf", config: '{"graceSeconds":21600}' }]);
  });

  it("stands in the audit log by its name, without its address", async () => {
    const made = await add();
    await admin.heartbeat.renew({ id: made.id });
    await admin.heartbeat.delete({ id: made.id });
    const changes = await office.services.db
      .selectFrom("changes")
      .select(["kind", "beforeJson", "afterJson"])
      .where("subjectType", "=", "heartbeat")
      .where("subjectId", "=", made.id)
      .execute();
    expect(changes.map(({ kind }) => kind).sort()).toEqual([
      "heartbeat.created",
      "heartbeat.deleted",
      "heartbeat.renewed",
    ]);
    expect(JSON.stringify(changes)).toContain("Nachtlauf");
    expect(JSON.stringify(changes)).not.toContain(made.hint);
  });

  it("is silent while its record is not live, and goes with it", async () => {
    await add();
    const turn = (lifecycle: string, version: number) =>
      admin.host.update({ params: { id: hostId }, body: { lifecycle }, version });
    await turn("shutDown", 1);
    expect(await checks()).toMatchObject([{ isEnabled: 0 }]);
    await turn("active", 2);
    expect(await checks()).toMatchObject([{ isEnabled: 1 }]);
    await admin.host.archive({ id: hostId });
    expect(await checks()).toMatchObject([{ isEnabled: 0 }]);
    const { title } = await admin.host.get({ id: hostId });
    await admin.host.delete({ id: hostId, title });
    expect(await office.services.db.selectFrom("heartbeats").selectAll().execute()).toEqual([]);
    expect(await checks()).toMatchObject([{ removedAt: expect.any(String) }]);
  });
});

describe("a server", () => {
  it("tells how full it is, and that its backup went well", async () => {
    const made = await add("server");
    await report(made, { load: "0,52", disk: "63%", memory: "41.5", backup: "ok" });
    expect(await list()).toMatchObject([{ state: "up", usage: { load: 0.52, diskPercent: 63, memoryPercent: 41.5 } }]);
    const today = office.services.now().toISOString().slice(0, 10);
    const { values, version } = await admin.host.get({ id: hostId });
    expect(values).toMatchObject({ usage: 63, backupLastOkAt: today });
    expect(version).toBe(1);
  });

  it("is believed only what can be", async () => {
    const made = await add("server");
    await report(made, { load: "viel", disk: "120", memory: "-3", ping: "1e9", msg: `${"x".repeat(500)}\u0007` });
    const [kept] = await list();
    expect(kept).toMatchObject({ pingMs: null, usage: { load: null, diskPercent: null, memoryPercent: null } });
    expect(kept?.message).toHaveLength(250);
    expect((await admin.host.get({ id: hostId })).values.usage).toBeNull();
  });

  it("fails when its backup did", async () => {
    const made = await add("server");
    await report(made, { disk: "10", backup: "failed" });
    expect(await list()).toMatchObject([{ state: "down", message: "Backup: failed" }]);
  });
});

describe("a backup of a website", () => {
  it("sets its date when it went well", async () => {
    const made = await add("backup", onWebsite());
    await report(made, { status: "down" });
    expect((await admin.website.get({ id: websiteId })).values.backupLastAt).toBeNull();
    await report(made);
    const today = office.services.now().toISOString().slice(0, 10);
    expect((await admin.website.get({ id: websiteId })).values.backupLastAt).toBe(today);
  });
});

describe("what is there to copy", () => {
  it.each(["cron", "backup", "server", "cms"] as const)(
    "for %s has its address and no percent sign in a crontab",
    (kind) => {
      const [url, server] = ["https://portal.example/api/push/abc", "https://portal.example/api/v1/push/host/abc"];
      const snippets = snippetsFor(kind, { url, server });
      expect(snippets.length).toBeGreaterThan(0);
      for (const { title, code } of snippets) {
        expect(code).toContain(kind === "server" ? server : url);
        if (title.includes("crontab")) expect(code).not.toContain("%");
      }
    },
  );
});

it("says that something was put live, which stands in the timeline and before the next incident", async () => {
  const pipeline = await add("cron", onWebsite());
  await report(pipeline);
  await report(pipeline, { deployed: " " });
  expect(await noticed()).toEqual([]);
  await report(pipeline, { deployed: " 1.4.2 " });
  expect(await noticed()).toEqual([{ kind: "deployment", targetId: websiteId, afterJson: '["1.4.2"]' }]);
  const { data } = await admin.changeEvent.list({ type: "website", id: websiteId, view: "machine" });
  expect(data).toMatchObject([{ kind: "deployment", after: ["1.4.2"] }]);
});
