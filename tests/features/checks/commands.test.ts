import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainState, toScope } from "../../../contract/records/list-state.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { tellProgress } from "../../../server/features/checks/progress.ts";
import type { Api } from "../../../server/features/router.ts";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let checks: CheckOffice;
let maintainer: Api;
let member: Api;
let readonly: Api;
let memberId: string;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  maintainer = await office.as(await office.hire({ role: "maintainer", name: "Maren Betreut" }));
  const person = await office.hire({ role: "member" });
  memberId = person.id;
  member = await office.as(person);
  readonly = await office.as(await office.hire({ role: "readonly" }));
});
afterEach(() => checks.close());

const told = () => office.signals.filter(({ event }) => event === "checksProgress");
const add = async (name: string, body: Record<string, unknown> = {}) =>
  (await member.website.create({ body: { url: `https://${name}/`, lifecycle: "live", ...body } })).id;

describe("to look now", () => {
  it("is refused to strangers, to those who only read, for nothing and where nothing is live", async () => {
    const id = await add("amsel.test", { lifecycle: "planned" });
    const stranger = await office.as();
    await expectRefusal(stranger.check.run({ type: "website", id }), "UNAUTHORIZED");
    await expectRefusal(readonly.check.run({ type: "website", id }), "FORBIDDEN");
    await expectRefusal(member.check.run({ type: "website", id: "gibtsnicht" }), "NOT_FOUND");
    await expectRefusal(member.check.run({ type: "website", id }), "PRECONDITION_FAILED");
  });

  it("answers what was found, with its phases, and turns the status", async () => {
    const id = await add("amsel.test");
    checks.listen();
    const answer = await member.check.run({ type: "website", id });
    expect(answer.status).toBe("online");
    expect(answer.results).toHaveLength(2);
    expect(answer.results[0]).toMatchObject({ kind: "http", outcome: "ok", httpStatus: 200, phases: { connect: 10 } });
  });

  it("counts only ten seconds after the look before it", async () => {
    const id = await add("amsel.test");
    checks.listen();
    checks.set("amsel.test", down);
    for (const _ of [1, 2, 3, 4]) await member.check.run({ type: "website", id });
    expect(await member.check.get({ type: "website", id })).toMatchObject({ status: "unknown" });
    for (const _ of [1, 2]) {
      office.advance(11_000);
      await member.check.run({ type: "website", id });
    }
    expect(await member.check.get({ type: "website", id })).toMatchObject({ status: "offline" });
  });

  it("is refused for many to those who only read, and where a list has changed since", async () => {
    await add("amsel.test");
    const everything = { scope: toScope(plainState(websites)), expected: 2 };
    await expectRefusal(readonly.check.runMany({ type: "website", selection: everything }), "FORBIDDEN");
    await expectRefusal(member.check.runMany({ type: "website", selection: everything }), "PRECONDITION_FAILED");
    await expectRefusal(
      maintainer.check.pause({ type: "website", selection: everything, isPaused: true }),
      "PRECONDITION_FAILED",
    );
  });

  it("is asked for all that a list finds, and how far that has come is pushed to whoever asked", async () => {
    await add("amsel.test");
    await add("drossel.test");
    checks.set("drossel.test", down);
    const everything = { scope: toScope(plainState(websites)), expected: 2 };
    expect(await member.check.runMany({ type: "website", selection: everything, run: "lauf" })).toEqual({ asked: 4 });
    expect(tellProgress(office.services)).toBe(true);
    expect(told()).toMatchObject([{ payload: { run: { id: "lauf" }, done: 0, total: 4, isOver: false } }]);
    expect(tellProgress(office.services)).toBe(true);
    expect(told()).toHaveLength(1);
    await checks.pass(1);
    expect(tellProgress(office.services)).toBe(false);
    const run = { id: "lauf", type: "website", action: "run" };
    expect(told().at(-1)).toEqual({
      event: "checksProgress",
      payload: { run, done: 4, total: 4, failed: 2, isOver: true },
      toUserId: memberId,
    });
    expect(tellProgress(office.services)).toBe(false);
    expect(told()).toHaveLength(2);
  });

  it("ends where what was asked for is paused meanwhile, and after ten minutes of silence", async () => {
    const [first, second] = [await add("amsel.test"), await add("drossel.test")];
    await checks.pass(1);
    await member.check.runMany({ type: "website", selection: { ids: [first] }, run: "pausiert" });
    await maintainer.check.pause({ type: "website", selection: { ids: [first] }, isPaused: true });
    await checks.engine.sync();
    expect(tellProgress(office.services)).toBe(false);
    office.advance(1000);
    await member.check.runMany({ type: "website", selection: { ids: [second] }, run: "still" });
    office.advance(11 * 60_000);
    expect(tellProgress(office.services)).toBe(false);
    expect(told().map(({ payload }) => payload)).toMatchObject([
      { run: { id: "pausiert" }, done: 2, total: 2, isOver: true },
      { run: { id: "still" }, done: 0, total: 2, isOver: true },
    ]);
  });
});

describe("a pause", () => {
  it("is refused to members, and stops all looks until it ends", async () => {
    const id = await add("amsel.test");
    await checks.pass(1);
    const pause = (isPaused: boolean) => ({ type: "website" as const, selection: { ids: [id] }, isPaused });
    await expectRefusal(member.check.pause(pause(true)), "FORBIDDEN");
    expect(await maintainer.check.pause(pause(true))).toEqual({ changed: 1 });
    expect(await maintainer.check.pause(pause(true))).toEqual({ changed: 0 });
    const seen = checks.looked.length;
    await checks.pass(700, 20);
    expect(checks.looked.filter(({ kind }) => kind === "http").length).toBeLessThanOrEqual(seen);
    expect(await member.check.get({ type: "website", id })).toMatchObject({
      status: "paused",
      checks: [{ kind: "http", pausedBy: { label: "Maren Betreut" } }, { kind: "tls" }],
    });
    await maintainer.check.pause(pause(false));
    await checks.pass(1);
    expect((await member.website.get({ id })).values).toMatchObject({ status: "online" });
  });
});

describe("a pause of many", () => {
  it("is told part by part to whoever asked for it", async () => {
    await createManyWebsites(office.services.db, 450, memberId);
    const everything = { scope: toScope(plainState(websites)) };
    const pause = (isPaused: boolean) =>
      maintainer.check.pause({ type: "website", selection: everything, isPaused, run: "lauf" });
    const { changed } = await pause(true);
    expect(told().map(({ payload }) => payload)).toMatchObject([
      { run: { action: "pause" }, done: 200, total: 450, isOver: false },
      { run: { action: "pause" }, done: 400, total: 450, isOver: false },
      { run: { action: "pause" }, done: changed, total: changed, isOver: true },
    ]);
  });
});

describe("the settings of one record", () => {
  it("are refused to members, with a wrong interval and on top of somebody else's", async () => {
    const id = await add("amsel.test");
    const { config } = await member.check.settings({ type: "website", id });
    const given = { type: "website" as const, id, config, version: 0 };
    await expectRefusal(member.check.configure(given), "FORBIDDEN");
    const wrong = { ...given, config: { ...config, intervalS: 5 } };
    expect((await refusalOf(maintainer.check.configure(wrong))).code).toBe("BAD_REQUEST");
    for (const http of [
      { headers: [{ name: "X-Eins", value: "1\r\nX-Zwei: 2" }] },
      { headers: [{ name: "X Eins", value: "1" }] },
      { expectedUrl: "amsel.test" },
      { expectedUrl: "javascript:alert(1)" },
    ]) {
      const asked = { ...given, config: { ...config, http: { ...config.http, ...http } } };
      expect([http, (await refusalOf(maintainer.check.configure(asked))).code]).toEqual([http, "BAD_REQUEST"]);
    }
    await maintainer.check.configure(given);
    await expectRefusal(maintainer.check.configure(given), "CONFLICT");
  });

  it("say how often and how it is looked at; a password is sealed and never told", async () => {
    const id = await add("amsel.test");
    const { config } = await maintainer.check.settings({ type: "website", id });
    const own = { ...config, intervalS: 30, http: { ...config.http, basicUser: "jana", keyword: "Wein" } };
    const view = await maintainer.check.configure({ type: "website", id, config: own, secret: "geheim", version: 0 });
    expect(view).toMatchObject({ hasSecret: true, version: 1, config: { intervalS: 30 } });
    expect(JSON.stringify(view)).not.toContain("geheim");
    const row = await office.services.db
      .selectFrom("checks")
      .selectAll()
      .where("kind", "=", "http")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ intervalS: 30, secret: expect.not.stringContaining("geheim") });
    await maintainer.check.configure({ type: "website", id, config: { ...own, isEnabled: false }, version: 1 });
    await checks.pass(60, 10);
    expect(checks.looked.filter(({ kind }) => kind !== "dns")).toEqual([]);
  });
});
