import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let checks: CheckOffice;
let maintainer: Api;
let member: Api;
let readonly: Api;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  maintainer = await office.as(await office.hire({ role: "maintainer", name: "Maren Betreut" }));
  member = await office.as(await office.hire({ role: "member" }));
  readonly = await office.as(await office.hire({ role: "readonly" }));
});
afterEach(() => checks.close());

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

  it("is asked for many at once, whose progress is told", async () => {
    const ids = [await add("amsel.test"), await add("drossel.test")];
    checks.set("drossel.test", down);
    const { askedAt, asked } = await member.check.runMany({ type: "website", selection: { ids } });
    expect(asked).toBe(4);
    const progress = { type: "website", ids, askedAt } as const;
    expect(await member.check.progress(progress)).toEqual({ total: 4, done: 0, failed: 0 });
    await checks.pass(1);
    expect(await member.check.progress(progress)).toEqual({ total: 4, done: 4, failed: 2 });
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

describe("the settings of one record", () => {
  it("are refused to members, with a wrong interval and on top of somebody else's", async () => {
    const id = await add("amsel.test");
    const { config } = await member.check.settings({ type: "website", id });
    const given = { type: "website" as const, id, config, version: 0 };
    await expectRefusal(member.check.configure(given), "FORBIDDEN");
    const wrong = { ...given, config: { ...config, intervalS: 5 } };
    expect((await refusalOf(maintainer.check.configure(wrong))).code).toBe("BAD_REQUEST");
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
