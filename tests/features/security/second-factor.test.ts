import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSession } from "../../../server/auth/sessions.ts";
import { removeOldSteps } from "../../../server/auth/steps.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import { expectRefusal, refusalOf, refusalsOf } from "../../support/records/refusals.ts";
import {
  asSignedIn,
  changesOf,
  codeOf,
  firstStep,
  openSignInFixture,
  password,
  type SignInFixture,
  secondStep,
  setUpTotp,
  whoIsIn,
  wrongCode,
} from "../../support/sign-in-fixture.ts";

const minute = 60_000;
let fixture: SignInFixture;

beforeEach(async () => {
  fixture = await openSignInFixture();
});
afterEach(() => fixture.close());

const kinds = async () => (await changesOf(fixture.office)).map(({ kind }) => kind);
const sessions = () => fixture.office.services.db.selectFrom("sessions").select("id").execute();

describe("setting up an app", () => {
  it("is refused to strangers and to whoever has not proved lately who they are", async () => {
    const stranger = await fixture.office.as();
    await expect(stranger.security.beginTotp()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const late = await asSignedIn(fixture.office, fixture.jana, 16 * minute);
    const calls = [late.security.beginTotp(), late.security.confirmTotp({ code: "123456" })];
    for (const refusal of await refusalsOf(calls)) expect(refusal).toMatchObject({ problem: "unconfirmed" });
    expect(await fixture.office.services.db.selectFrom("totpFactors").selectAll().execute()).toEqual([]);
  });

  it("is refused without a beginning, with a wrong code, and with one of another time", async () => {
    const api = await asSignedIn(fixture.office, fixture.jana);
    expect(await refusalOf(api.security.confirmTotp({ code: "123456" }))).toMatchObject({
      problem: "precondition",
    });
    const { secret } = await api.security.beginTotp();
    expect(await refusalOf(api.security.confirmTotp({ code: "12345" }))).toMatchObject({
      fields: { code: [expect.any(String)] },
    });
    for (const seconds of [-61, 61, 3600])
      expect(
        await refusalOf(api.security.confirmTotp({ code: await codeOf(fixture.office, secret, seconds) })),
      ).toMatchObject({ fields: { code: [expect.any(String)] } });
    expect((await api.security.get()).totp).toBeNull();
    expect(await firstStep(fixture)).toMatchObject({ ok: true, redirectTo: "/" });
  });

  it("keeps the secret sealed, gives ten codes once, tells the person and is recorded without secrets", async () => {
    const { secret, recoveryCodes } = await setUpTotp(fixture.office, fixture.jana);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);

    const { db } = fixture.office.services;
    const stored = JSON.stringify([
      await db.selectFrom("totpFactors").selectAll().execute(),
      await db.selectFrom("recoveryCodes").selectAll().execute(),
      await changesOf(fixture.office),
    ]);
    for (const text of [secret.replaceAll(" ", ""), ...recoveryCodes]) expect(stored).not.toContain(text);
    expect(await kinds()).toEqual(["user.totp-added"]);
    expect(fixture.office.signals).toMatchObject([{ event: "newNotification", toUserId: fixture.jana.id }]);
    const api = await asSignedIn(fixture.office, fixture.jana);
    expect(await api.security.get()).toMatchObject({ totp: { confirmedAt: expect.any(Date) }, recoveryCodesLeft: 10 });
    expect(await refusalOf(api.security.beginTotp())).toMatchObject({ code: "PRECONDITION_FAILED" });
  });
});

describe("a sign-in with a second step", () => {
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    ({ secret, recoveryCodes } = await setUpTotp(fixture.office, fixture.jana));
    await fixture.office.services.db.deleteFrom("sessions").execute();
  });

  it("has no session after the password alone", async () => {
    expect(await firstStep(fixture, { callbackUrl: "/wiki?page=2" })).toMatchObject({
      ok: true,
      redirectTo: "/auth/second-step",
    });
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
    expect(await sessions()).toEqual([]);
    expect(await (await fixture.browser("/api/auth/session")).json()).toEqual({});
    const line = fixture.browser.received.find((cookie) => cookie.includes("second-step"));
    expect(line).toMatch(
      /^__Host-techcenter\.second-step=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
    expect(fixture.office.signals.some(({ event }) => event === "userLogin")).toBe(false);
  });

  it("is refused without a first step, with a forged one, and after ten minutes", async () => {
    const code = await codeOf(fixture.office, secret);
    const expired = { ok: false, error: "SecondStepExpired" };
    expect(await secondStep(fixture, { code })).toMatchObject(expired);
    fixture.browser.cookies.set("__Host-techcenter.second-step", "x".repeat(43));
    expect(await secondStep(fixture, { code })).toMatchObject(expired);
    await firstStep(fixture);
    fixture.office.advance(10 * minute);
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret) })).toMatchObject(expired);
    expect(await sessions()).toEqual([]);
    expect(await removeOldSteps(fixture.office.services)).toBe(1);
  });

  it("is refused without the form's token", async () => {
    await firstStep(fixture);
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret), csrfToken: "" })).toMatchObject({
      error: "MissingCSRF",
    });
  });

  it("is refused with a wrong code, a code of another time and somebody else's code", async () => {
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    const theirs = await setUpTotp(fixture.office, timo);
    await firstStep(fixture);
    const wrong = [
      "",
      await wrongCode(fixture.office, secret),
      await codeOf(fixture.office, secret, -90),
      await codeOf(fixture.office, theirs.secret),
    ];
    for (const code of wrong)
      expect(await secondStep(fixture, { code })).toMatchObject({
        error: "CodeInvalid",
        fields: { code: [expect.any(String)] },
      });
    expect(await secondStep(fixture, { code: theirs.recoveryCodes[0] ?? "", kind: "recovery" })).toMatchObject({
      error: "CodeInvalid",
    });
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
  });

  it("locks after five wrong codes, whatever comes next", async () => {
    await firstStep(fixture);
    const code = await wrongCode(fixture.office, secret);
    for (let n = 0; n < 5; n++) await secondStep(fixture, { code });
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret) })).toMatchObject({
      error: "RateLimited",
    });
    const other = browserFetch(fixture.server.url);
    await firstStep(fixture, {}, other);
    expect(await secondStep(fixture, { code: recoveryCodes[0] ?? "", kind: "recovery" }, other)).toMatchObject({
      error: "RateLimited",
    });
  });

  it("takes a code once, and none from before it", async () => {
    const code = await codeOf(fixture.office, secret);
    const former = await codeOf(fixture.office, secret, -30);
    await firstStep(fixture);
    expect(await secondStep(fixture, { code })).toMatchObject({ ok: true });
    const other = browserFetch(fixture.server.url);
    await firstStep(fixture, {}, other);
    for (const used of [code, former])
      expect(await secondStep(fixture, { code: used }, other)).toMatchObject({ error: "CodeInvalid" });
    expect(await whoIsIn(other)).toBeUndefined();
  });

  it("takes one of two codes that come at once", async () => {
    const code = await codeOf(fixture.office, secret);
    const browsers = [browserFetch(fixture.server.url), browserFetch(fixture.server.url)];
    for (const browser of browsers) await firstStep(fixture, {}, browser);
    const answers = await Promise.all(browsers.map((browser) => secondStep(fixture, { code }, browser)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("ends when the password is changed meanwhile", async () => {
    await firstStep(fixture);
    const api = await asSignedIn(fixture.office, fixture.jana);
    await api.user.changePassword({ currentPassword: password, newPassword: "ein anderes Passwort" });
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret) })).toMatchObject({
      error: "SecondStepExpired",
    });
  });

  it("starts the session, leads on and tells colleagues", async () => {
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    await firstStep(fixture, { callbackUrl: "/wiki?page=2" });
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret, 30) })).toMatchObject({
      ok: true,
      redirectTo: "/wiki?page=2",
    });
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: fixture.jana.id });
    expect(fixture.browser.cookies.has("__Host-techcenter.second-step")).toBe(false);
    expect(fixture.office.signals.at(-1)).toMatchObject({ event: "userLogin", toUserId: timo.id });
    const last = (await changesOf(fixture.office)).at(-1);
    expect(last).toMatchObject({ kind: "user.signed-in", afterJson: expect.stringContaining('"method":"totp"') });
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret, 30) })).toMatchObject({
      error: "SecondStepExpired",
    });
  });

  it("takes a recovery code once, in any spelling, and tells the person", async () => {
    const [code = ""] = recoveryCodes;
    await firstStep(fixture);
    expect(
      await secondStep(fixture, { code: ` ${code.toUpperCase().replace("-", " ")} `, kind: "recovery" }),
    ).toMatchObject({
      ok: true,
    });
    expect(await kinds()).toContain("user.recovery-code-used");
    expect(fixture.office.signals.filter(({ event }) => event === "newNotification")).toHaveLength(2);
    const other = browserFetch(fixture.server.url);
    await firstStep(fixture, {}, other);
    expect(await secondStep(fixture, { code, kind: "recovery" }, other)).toMatchObject({ error: "CodeInvalid" });
    expect((await (await asSignedIn(fixture.office, fixture.jana)).security.get()).recoveryCodesLeft).toBe(9);
  });

  it("is asked for after a link for a new password as well", async () => {
    const admin = await fixture.office.as(await fixture.office.hire({ role: "admin" }));
    const { link } = await admin.user.createPasswordLink({ id: fixture.jana.id });
    const token = new URL(link, fixture.server.url).searchParams.get("token") ?? "";
    const answer = await (await fixture.browser.post("/auth/join", { token, password: "ein anderes Passwort" })).json();
    expect(answer).toMatchObject({ ok: true, redirectTo: "/auth/second-step" });
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
    expect(await secondStep(fixture, { code: await codeOf(fixture.office, secret) })).toMatchObject({ ok: true });
  });
});

describe("removing an app", () => {
  it("wants the password or a code, and counts wrong ones", async () => {
    const { secret } = await setUpTotp(fixture.office, fixture.jana);
    const api = await asSignedIn(fixture.office, fixture.jana, 60 * minute);
    expect(await refusalOf(api.security.removeTotp({ proof: "" }))).toMatchObject({
      fields: { proof: [expect.any(String)] },
    });
    for (const proof of ["falsch geraten", await wrongCode(fixture.office, secret), "aaaaa-aaaaa"])
      expect(await refusalOf(api.security.removeTotp({ proof }))).toMatchObject({
        fields: { proof: [expect.any(String)] },
      });
    await api.security.removeTotp({ proof: await codeOf(fixture.office, secret) });
    expect(await api.security.get()).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect(await kinds()).toEqual(["user.totp-added", "user.totp-removed"]);
    expect(await firstStep(fixture)).toMatchObject({ redirectTo: "/" });
    expect(await refusalOf(api.security.removeTotp({ proof: password }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("locks after five wrong ones", async () => {
    await setUpTotp(fixture.office, fixture.jana);
    const api = await asSignedIn(fixture.office, fixture.jana);
    for (let n = 0; n < 5; n++) await refusalOf(api.security.removeTotp({ proof: "falsch geraten" }));
    expect(await refusalOf(api.security.removeTotp({ proof: password }))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: 15 * 60,
    });
  });
});

describe("a code of the app as a proof", () => {
  it("is refused when it is wrong or used, counts wrong ones, and holds for the next ten minutes", async () => {
    const { secret } = await setUpTotp(fixture.office, fixture.jana);
    const api = await asSignedIn(fixture.office, fixture.jana, 60 * minute);
    await expectRefusal(api.security.confirmWithCode({ code: "" }), "BAD_REQUEST", "code");
    const wrong = await wrongCode(fixture.office, secret);
    await expectRefusal(api.security.confirmWithCode({ code: wrong }), "BAD_REQUEST", "code");
    await expectRefusal(api.security.renewRecoveryCodes(), "PRECONDITION_FAILED");
    const code = await codeOf(fixture.office, secret);
    expect((await api.security.confirmWithCode({ code })).confirmedUntil).not.toBeNull();
    expect(await kinds()).toContain("user.authenticated");
    await expectRefusal(api.security.confirmWithCode({ code }), "BAD_REQUEST", "code");
    expect((await api.security.renewRecoveryCodes()).recoveryCodes).toHaveLength(10);
    for (let n = 0; n < 5; n++) await refusalOf(api.security.confirmWithCode({ code: wrong }));
    await expectRefusal(api.security.confirmWithCode({ code: wrong }), "TOO_MANY_REQUESTS");
  });
});

describe("new recovery codes", () => {
  it("want a factor and a fresh proof, and void the former", async () => {
    const api = await asSignedIn(fixture.office, fixture.jana);
    expect(await refusalOf(api.security.renewRecoveryCodes())).toMatchObject({ code: "PRECONDITION_FAILED" });
    const { recoveryCodes: former } = await setUpTotp(fixture.office, fixture.jana);
    const late = await asSignedIn(fixture.office, fixture.jana, 16 * minute);
    expect(await refusalOf(late.security.renewRecoveryCodes())).toMatchObject({
      problem: "unconfirmed",
    });
    expect(await refusalOf(late.security.confirmWithPassword({ password: "falsch" }))).toMatchObject({
      fields: { password: [expect.any(String)] },
    });
    await late.security.confirmWithPassword({ password });
    const { recoveryCodes } = await late.security.renewRecoveryCodes();
    expect(recoveryCodes).toHaveLength(10);
    await firstStep(fixture);
    expect(await secondStep(fixture, { code: former[0] ?? "", kind: "recovery" })).toMatchObject({
      error: "CodeInvalid",
    });
    expect(await secondStep(fixture, { code: recoveryCodes[0] ?? "", kind: "recovery" })).toMatchObject({ ok: true });
    expect(await kinds()).toContain("user.authenticated");
  });
});

describe("an admin", () => {
  it("alone may reset somebody else's second factor, but not their own", async () => {
    await setUpTotp(fixture.office, fixture.jana);
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const api = await fixture.office.as(await fixture.office.hire({ role }));
      await expect(api.security.resetSecondFactor({ userId: fixture.jana.id })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    const chief = await fixture.office.hire({ name: "Chef", role: "admin" });
    const admin = await fixture.office.as(chief);
    for (const userId of [chief.id, "niemand"])
      expect(["PRECONDITION_FAILED", "NOT_FOUND"]).toContain(
        (await refusalOf(admin.security.resetSecondFactor({ userId }))).code,
      );
    expect(await firstStep(fixture)).toMatchObject({ redirectTo: "/auth/second-step" });
    await admin.security.resetSecondFactor({ userId: fixture.jana.id });
    expect((await changesOf(fixture.office)).at(-1)).toMatchObject({
      kind: "user.second-factor-reset",
      subjectId: fixture.jana.id,
      actorId: chief.id,
    });
    expect(fixture.office.signals.at(-1)).toMatchObject({ event: "newNotification", toUserId: fixture.jana.id });
    expect(await (await fixture.browser("/")).json()).not.toHaveProperty("step");
    expect(await firstStep(fixture)).toMatchObject({ redirectTo: "/" });
  });
});

describe("where a second factor is a duty", () => {
  const demand = async (secondFactor: "nobody" | "maintainers" | "everyone") => {
    const admin = await asSignedIn(fixture.office, await fixture.office.hire({ role: "admin" }));
    const { version } = await admin.setting.get({ section: "signIn" });
    await admin.setting.update({ section: "signIn", values: { secondFactor }, version });
  };

  it.each([
    ["nobody", "admin", false],
    ["maintainers", "maintainer", true],
    ["maintainers", "admin", true],
    ["maintainers", "member", false],
    ["everyone", "readonly", true],
  ] as const)("for %s, it concerns %s: %s", async (rule, role, isConcerned) => {
    await demand(rule);
    const person = await fixture.office.hire({ role });
    const { session } = await fixture.office.contextOf(person);
    expect(session?.mustSetUpSecondFactor ?? false).toBe(isConcerned);
  });

  it("who lacks one may do nothing but set one up", async () => {
    await demand("everyone");
    await firstStep(fixture);
    expect(await (await fixture.browser("/")).json()).toMatchObject({
      user: { id: fixture.jana.id },
      mustSetUpSecondFactor: true,
    });
    const api = await asSignedIn(fixture.office, fixture.jana);
    const refused = { code: "FORBIDDEN" };
    for (const call of [
      api.website.list({}),
      api.user.getProfile({ id: fixture.jana.id }),
      api.session.list({}),
      api.security.renewRecoveryCodes(),
      api.security.removeTotp({ proof: password }),
      api.user.changePassword({ currentPassword: password, newPassword: "ein anderes Passwort" }),
    ])
      await expect(call).rejects.toMatchObject(refused);
    for (const path of ["/api/export/websites.csv", "/api/file/abc", "/api/import/abc/failed.csv"])
      expect((await fixture.browser(path)).status).toBe(401);
    expect((await fixture.browser("/api/pusher/user/auth", { method: "POST" })).status).toBe(401);

    const { secret } = await api.security.beginTotp();
    await api.security.confirmTotp({ code: await codeOf(fixture.office, secret) });
    expect(await (await fixture.browser("/")).json()).not.toHaveProperty("mustSetUpSecondFactor");
    await expect((await asSignedIn(fixture.office, fixture.jana)).website.list({})).resolves.toMatchObject({
      totalItems: 0,
    });
  });

  it("a session that has begun before is held back as well", async () => {
    await firstStep(fixture);
    const token = fixture.browser.cookies.get("__Host-techcenter.session");
    const find = () => findSession(fixture.office.services.db, token, fixture.office.services.now());
    expect((await find())?.session.mustSetUpSecondFactor).toBeUndefined();
    await demand("everyone");
    expect((await find())?.session.mustSetUpSecondFactor).toBe(true);
  });
});
