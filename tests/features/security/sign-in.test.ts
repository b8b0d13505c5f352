import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeOldFailures } from "../../../server/auth/attempts.ts";
import { removeExpiredSessions } from "../../../server/auth/session-ends.ts";
import { startSession } from "../../../server/auth/sign-in.ts";
import { networkOf } from "../../../server/client-network.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const email = "jana@agentur.example";
const password = "ein langes Passwort";
const wrong = "E-Mail oder Passwort ist falsch.";

let office: Office;
let server: OfficeServer;
let browser: BrowserFetch;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ email, passwordHash: await hashQuickly(password) });
  server = await serveOffice(office);
  browser = browserFetch(server.url);
});

afterEach(() => server.close());

async function signIn(fields: Record<string, string> = {}, from = browser) {
  return (await from.post("/auth/signin", { email, password, ...fields })).json();
}
const whoIsIn = async (from = browser) => (await (await from("/")).json()).user;
const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();
const sessions = () => office.services.db.selectFrom("sessions").selectAll().execute();

describe("a sign-in that is refused", () => {
  it("gives the same answer for a wrong password, an unknown, a deactivated and an invited account", async () => {
    const gone = { email: "gone@agentur.example", passwordHash: await hashQuickly(password) };
    await office.hire(gone);
    const at = office.services.now().toISOString();
    await office.services.db.updateTable("users").set({ deactivatedAt: at }).where("email", "=", gone.email).execute();
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "member" } });

    const attempts = [
      { password: "falsch" },
      { email: "niemand@agentur.example" },
      gone,
      { email: "neu@agentur.example" },
    ];
    for (const { passwordHash: _, ...fields } of attempts as (typeof gone)[])
      expect(await signIn(fields)).toEqual({
        ok: false,
        error: "CredentialsSignin",
        message: wrong,
        fields: {},
        values: { email: fields.email ?? email },
        email: fields.email ?? email,
      });
    expect(await whoIsIn()).toBeUndefined();
    expect(office.signals).toEqual([]);
    expect((await changes()).filter(({ kind }) => kind === "user.signed-in")).toEqual([]);
  });

  it("is a line of the log that names neither the account nor where it came from", async () => {
    await signIn({ password: "falsch" });
    const lines = server.log.filter(({ msg }) => msg === "sign-in refused");
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        code: "CredentialsSignin",
        requestId: expect.any(String),
        msg: "sign-in refused",
      },
    ]);
    expect(JSON.stringify(server.log)).not.toMatch(/jana|127\.0\.0\.1/);
  });

  it.each<Record<string, string>>([
    { email: "" },
    { password: "" },
    { password: "x".repeat(201) },
    { email: `${"x".repeat(260)}@a.de` },
  ])("says no more about a wrong shape: %o", async (fields) => {
    expect(await signIn(fields)).toMatchObject({ ok: false, error: "CredentialsSignin", message: wrong });
  });

  it("asks to send an outdated form again, and keeps the address", async () => {
    expect(await signIn({ csrfToken: "veraltet" })).toMatchObject({ ok: false, error: "MissingCSRF", email });
    expect(await whoIsIn()).toBeUndefined();
  });
});

describe("a verified account that is not the same any more", () => {
  const start = async (change: { passwordHash?: string; deactivatedAt?: string }) => {
    const { db } = office.services;
    const { id, name } = jana;
    const { passwordHash } = await db
      .selectFrom("users")
      .select("passwordHash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await db.updateTable("users").set(change).where("id", "=", id).execute();
    const account = { id, name, passwordHash: passwordHash ?? "" };
    return startSession(office.services, account, {
      ip: undefined,
      userAgent: undefined,
      sessionToken: undefined,
      deviceToken: undefined,
    });
  };

  it("does not get in after its password was changed or it was deactivated meanwhile", async () => {
    await expect(start({ passwordHash: "another" })).rejects.toMatchObject({ code: "CredentialsSignin" });
    await expect(start({ deactivatedAt: "2026-11-20T09:13:00.000Z" })).rejects.toMatchObject({
      code: "CredentialsSignin",
    });
    expect(await sessions()).toEqual([]);
    await expect(start({ deactivatedAt: null as never })).resolves.toEqual({
      token: expect.any(String),
      userId: jana.id,
      startPage: "/",
    });
  });
});

describe("too many attempts", () => {
  const fail = (n: number, fields: Record<string, string> = {}) =>
    Promise.all(Array.from({ length: n }, () => signIn({ password: "falsch", ...fields })));

  it("lock the account for 15 minutes from the first of five, whatever the password", async () => {
    await fail(1);
    office.advance(5 * minute);
    await fail(4);
    expect(await signIn()).toMatchObject({
      ok: false,
      error: "RateLimited",
      retryAfterMs: 10 * minute,
    });
    office.advance(9 * minute + 1);
    expect(await signIn()).toMatchObject({ error: "RateLimited", retryAfterMs: minute - 1 });
    office.advance(minute);
    expect(await signIn()).toMatchObject({ ok: true });
  });

  it("lock an account that does not exist just the same", async () => {
    const answers = await fail(6, { email: "niemand@agentur.example" });
    expect(answers.map(({ error }) => error)).toContain("RateLimited");
    expect(await signIn()).toMatchObject({ ok: true });
  });

  it("count an address in every spelling as one account", async () => {
    await fail(5, { email: " JANA@Agentur.example " });
    expect(await signIn()).toMatchObject({ error: "RateLimited" });
  });

  it("cannot slip through at the same time", async () => {
    const answers = await fail(12);
    expect(answers.filter(({ error }) => error === "CredentialsSignin")).toHaveLength(5);
    expect(answers.filter(({ error }) => error === "RateLimited")).toHaveLength(7);
  });

  it("lock the network after 20, for every account", async () => {
    for (let n = 0; n < 5; n++) await fail(4, { email: `person-${n}@agentur.example` });
    expect(await signIn()).toMatchObject({ error: "RateLimited" });
    office.advance(15 * minute);
    expect(await signIn()).toMatchObject({ ok: true });
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8::7", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["203.0.113.7:5678", "203.0.113.7"],
    ["[2001:db8:1:2::7]:123", "2001:db8:1:2::/64"],
    ["[::1]", "0:0:0:0::/64"],
    [undefined, "unknown"],
  ])("count %s as the network %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it("are still counted after a restart, and stored without addresses", async () => {
    await fail(5);
    const restarted = await serveOffice(office);
    expect(await signIn({}, browserFetch(restarted.url))).toMatchObject({ error: "RateLimited" });
    await restarted.close();
    const stored = JSON.stringify(await office.services.db.selectFrom("signInFailures").selectAll().execute());
    expect(stored).not.toMatch(/jana|127\.0\.0\.1/);
  });

  it("are forgotten for the account when it signs in, not for the network", async () => {
    await fail(4);
    expect(await signIn()).toMatchObject({ ok: true });
    await fail(4);
    expect(await signIn()).toMatchObject({ ok: true });
    for (let n = 0; n < 4; n++) await fail(4, { email: `person-${n}@agentur.example` });
    expect(await signIn({}, browserFetch(server.url))).toMatchObject({ error: "RateLimited" });
  });

  describe("behind a proxy", () => {
    let behind: OfficeServer;
    const from = (ip: string) => browserFetch(behind.url, { "X-Forwarded-For": ip });
    const failFrom = async (ip: string, n: number, fields: Record<string, string> = {}) => {
      for (let i = 0; i < n; i++) await signIn({ password: "falsch", ...fields }, from(ip));
    };

    beforeEach(async () => {
      behind = await serveOffice(office, { env: { TRUST_PROXY: "1" } });
    });
    afterEach(() => behind.close());

    it("count by network, so that strangers elsewhere lock nobody out", async () => {
      await failFrom("198.51.100.1", 5);
      expect(await signIn({}, from("198.51.100.1"))).toMatchObject({ error: "RateLimited" });
      expect(await signIn({}, from("203.0.113.7"))).toMatchObject({ ok: true });
    });

    it("from many networks at once lock the account for browsers that it does not know, and no others", async () => {
      const own = from("203.0.113.7");
      expect(await signIn({}, own)).toMatchObject({ ok: true });
      for (let n = 0; n < 10; n++) await failFrom(`198.51.100.${n}`, 5);
      expect(await signIn({}, from("192.0.2.9"))).toMatchObject({ error: "RateLimited" });
      expect(await signIn({}, own)).toMatchObject({ ok: true });
      const admin = await office.as(await office.hire({ role: "admin" }));
      const { link } = await admin.user.createPasswordLink({ id: jana.id });
      const token = new URL(link, behind.url).searchParams.get("token") ?? "";
      const byLink = from("192.0.2.9");
      const entered = await byLink.post("/auth/join", { token, password: "ein ganz neues Passwort" });
      expect(await entered.json()).toMatchObject({ ok: true });
    });

    it("over IPv4 are forgotten whole by a sign-in, each time", async () => {
      for (let n = 0; n < 3; n++) {
        await failFrom("203.0.113.7", 4);
        expect(await signIn({}, from("203.0.113.7"))).toMatchObject({ ok: true });
      }
      expect(await signIn({}, from("203.0.113.7"))).toMatchObject({ ok: true });
    });

    it("from many networks of one provider's customer close the account for nobody elsewhere", async () => {
      for (let n = 0; n < 15; n++) await failFrom(`2001:db8:1:${n}::7`, 4);
      expect(await signIn({}, from("2001:db8:1:ff::7"))).toMatchObject({ error: "RateLimited" });
      expect(await signIn({}, from("2001:db8:2::7"))).toMatchObject({ ok: true });
      expect(await signIn({}, from("192.0.2.9"))).toMatchObject({ ok: true });
    });

    it("of some in an office hold back nobody there whose browser is known, for another account neither", async () => {
      const own = from("203.0.113.7");
      await signIn({}, own);
      for (let n = 0; n < 5; n++) await failFrom("203.0.113.7", 4, { email: `person-${n}@agentur.example` });
      expect(await signIn({}, from("203.0.113.7"))).toMatchObject({ error: "RateLimited" });
      expect(await signIn({}, own)).toMatchObject({ ok: true });
      await office.hire({ email: "timo@agentur.example", passwordHash: await hashQuickly(password) });
      expect(await signIn({ email: "timo@agentur.example" }, own)).toMatchObject({ error: "RateLimited" });
    });

    it("are counted on a known browser too, and a forged or foreign cookie makes none", async () => {
      const own = from("203.0.113.7");
      await signIn({}, own);
      for (let n = 0; n < 10; n++) await signIn({ password: "falsch" }, own);
      expect(await signIn({}, own)).toMatchObject({ error: "RateLimited" });
      expect(await signIn({}, from("203.0.113.7"))).toMatchObject({ ok: true });
      await failFrom("198.51.100.1", 5);
      const stranger = from("198.51.100.1");
      const [name = "", mark = ""] = (own.cookies.get("techcenter.device") ?? "").split(".");
      for (const cookie of [`${"x".repeat(16)}.${mark}`, `${name}.${"x".repeat(43)}`, "", "..."]) {
        stranger.cookies.set("techcenter.device", cookie);
        expect(await signIn({}, stranger)).toMatchObject({ error: "RateLimited" });
      }
    });

    it("that nobody says is one, admins and the log learn that all count as one address", async () => {
      const admin = await office.hire({ role: "admin" });
      const api = await office.as(admin);
      await from("198.51.100.1")("/");
      expect((await api.system.get({})).hasUnheardProxy).toBe(false);
      for (let n = 0; n < 2; n++) await browserFetch(server.url, { "X-Forwarded-For": "198.51.100.1" })("/");
      expect((await api.system.get({})).hasUnheardProxy).toBe(true);
      expect(server.log.filter(({ msg }) => /TRUST_PROXY is 0/.test(String(msg)))).toHaveLength(1);
    });
  });

  it("leave nothing behind once they count no more", async () => {
    await fail(2);
    office.advance(15 * minute);
    expect(await removeOldFailures(office.services)).toBe(6);
  });
});

describe("a sign-in", () => {
  it("starts a session, is recorded, and tells every active colleague who wants to know", async () => {
    const timo = await office.hire({ name: "Timo Brandt" });
    const quiet = await office.hire({ name: "Rike Sommer" });
    await (await office.as(quiet)).notification.setChannel({ topic: "signIn", channel: "live", isOn: false });
    const gone = await office.hire({ name: "Gone" });
    await (await office.as(await office.hire({ role: "admin", name: "Chef" }))).user.deactivate({ id: gone.id });
    office.signals.length = 0;

    expect(await signIn({ callbackUrl: "/wiki" })).toMatchObject({ ok: true, redirectTo: "/wiki" });
    expect(await whoIsIn()).toMatchObject({ id: jana.id, name: "Jana Petersen", role: "member", image: null });
    const heard = office.signals.map(({ event, payload, toUserId }) => ({ event, payload, toUserId }));
    expect(heard).toContainEqual({
      event: "userLogin",
      payload: { user: { id: jana.id, name: jana.name } },
      toUserId: timo.id,
    });
    const hearing = heard.map(({ toUserId }) => toUserId);
    for (const { id } of [quiet, gone, jana]) expect(hearing).not.toContain(id);
    const last = (await changes()).at(-1);
    expect(last).toMatchObject({ kind: "user.signed-in", subjectId: jana.id, actorId: jana.id });
    expect(JSON.stringify(last)).not.toContain(browser.cookies.get("techcenter.session"));
  });

  it("does not keep the token, only its hash", async () => {
    await signIn();
    const token = browser.cookies.get("techcenter.session");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await sessions())).not.toContain(token);
  });

  it("replaces the session that the browser had, and cuts its sockets", async () => {
    await signIn();
    const former = browser.cookies.get("techcenter.session") as string;
    const [{ id } = { id: "" }] = await sessions();
    await signIn();
    expect(browser.cookies.get("techcenter.session")).not.toBe(former);
    expect(await sessions()).toHaveLength(1);
    expect(office.disconnected).toEqual([{ sessionId: id }]);
    const thief = browserFetch(server.url);
    thief.cookies.set("techcenter.session", former);
    expect(await whoIsIn(thief)).toBeUndefined();
  });

  it("leaves the person's other browsers signed in", async () => {
    const other = browserFetch(server.url);
    await signIn({}, other);
    await signIn();
    expect(await whoIsIn(other)).toMatchObject({ id: jana.id });
  });

  it("sets a cookie that scripts cannot read", async () => {
    await signIn();
    expect(browser.received.at(-1)).toMatch(
      /^techcenter\.session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
  });
});

describe("a sign-out", () => {
  it("ends the session and its sockets, and leads to the sign-in page", async () => {
    await signIn();
    const [{ id } = { id: "" }] = await sessions();
    const answer = await (await browser.post("/auth/signout", {})).json();
    expect(answer).toMatchObject({ ok: true, redirectTo: "/auth/signin" });
    expect(await whoIsIn()).toBeUndefined();
    expect(await sessions()).toEqual([]);
    expect(office.disconnected).toEqual([{ sessionId: id }]);
    expect((await changes()).at(-1)).toMatchObject({ kind: "session.ended", subjectId: id, actorId: jana.id });
  });

  it("is refused without the token of the form", async () => {
    await signIn();
    const answer = await (await browser("/auth/signout", { method: "POST", body: new URLSearchParams() })).json();
    expect(answer).toMatchObject({ ok: false, error: "MissingCSRF" });
    expect(await whoIsIn()).toMatchObject({ id: jana.id });
  });
});

describe("a session", () => {
  it("lasts 30 days from its last use", async () => {
    await signIn();
    office.advance(29 * day);
    expect(await whoIsIn()).toMatchObject({ id: jana.id });
    const renewed = new Date(office.services.now().getTime() + 30 * day).toISOString();
    await expect.poll(async () => (await sessions())[0]?.expiresAt).toBe(renewed);
    expect(browser.received.at(-1)).toMatch(/^techcenter\.session=.*Max-Age=2592000$/);
    office.advance(30 * day);
    expect(await whoIsIn()).toBeUndefined();
  });

  it("notes its last use to the minute, not at every request", async () => {
    await signIn();
    const [before] = await sessions();
    const cookies = browser.received.length;
    office.advance(59_999);
    await whoIsIn();
    expect(browser.received).toHaveLength(cookies);
    office.advance(1);
    await whoIsIn();
    expect(browser.received).toHaveLength(cookies + 1);
    const noted = office.services.now().toISOString();
    await expect.poll(async () => (await sessions())[0]?.lastSeenAt).toBe(noted);
    expect(before?.lastSeenAt).not.toBe(noted);
    const profile = await (await office.as(jana)).user.getProfile({ id: jana.id });
    expect(profile).toMatchObject({ lastSeenAt: new Date(noted) });
  });

  it("is removed for good after its 30 days", async () => {
    await signIn();
    office.advance(30 * day - 1);
    expect(await removeExpiredSessions(office.services)).toBe(0);
    office.advance(1);
    expect(await removeExpiredSessions(office.services)).toBe(1);
    expect(await sessions()).toEqual([]);
  });
});

describe("a page with a form", () => {
  it("carries the cookie of its CSRF token", async () => {
    const page = await browser("/auth/signin");
    const { csrfToken } = await page.json();
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^techcenter\.csrf=.*; HttpOnly; SameSite=Lax$/),
    ]);
    const body = new URLSearchParams({ csrfToken, email, password });
    expect(await (await browser("/auth/signin", { method: "POST", body })).json()).toMatchObject({ ok: true });
  });
});
