import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hashQuickly } from "../../support/portal/quick-password.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const day = 24 * 60 * 60 * 1000;
const email = "jana@agentur.example";
const formerPassword = "ein langes Passwort";
const password = "ein anderes Passwort";

let office: Office;
let server: OfficeServer;
let browser: BrowserFetch;
let chief: Person;
let jana: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  jana = await office.hire({ email, passwordHash: await hashQuickly(formerPassword) });
  admin = await office.as(chief);
  server = await serveOffice(office);
  browser = browserFetch(server.url);
});

afterEach(() => server.close());

const tokenOf = (link: string) => new URL(link, server.url).searchParams.get("token") ?? "";
const set = async (link: string, fields: Record<string, string> = {}, from = browser) =>
  (await from.post("/auth/join", { token: tokenOf(link), password, ...fields })).json();
const signIn = async (attempt: string, from = browserFetch(server.url)) =>
  (await from.post("/auth/signin", { email, password: attempt })).json();
const whoIsIn = async (from = browser) => (await (await from("/")).json()).user;
const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();
const links = () => office.services.db.selectFrom("invitations").selectAll().execute();
const over = { ok: false, error: "precondition" };

describe("a link for a new password is refused", () => {
  it("to strangers and to everybody but admins, for themselves as well", async () => {
    await expect((await office.as()).user.createPasswordLink({ id: jana.id })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const person = await office.hire({ role });
      for (const { id } of [jana, person])
        await expect((await office.as(person)).user.createPasswordLink({ id })).rejects.toMatchObject({
          code: "FORBIDDEN",
        });
    }
    expect(await links()).toEqual([]);
    expect(await changes()).toEqual([]);
  });

  it("to an admin for themselves", async () => {
    await expect(admin.user.createPasswordLink({ id: chief.id })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect((await admin.user.getProfile({ id: chief.id })).can.createPasswordLink).toBe(false);
  });

  it("for accounts that are missing, deactivated or not joined yet", async () => {
    const { user, link } = await admin.user.invite({
      body: { name: "Rike", email: "rike@agentur.example", role: "member" },
    });
    await admin.user.deactivate({ id: jana.id });
    const create = (id: string) => admin.user.createPasswordLink({ id });
    await expect(create("niemand")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(create(jana.id)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expect(create(user.id)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await set(link, { name: "Rike" })).toMatchObject({ ok: true });
  });
});

describe("a new password is refused", () => {
  const expectFormerPassword = async () => {
    expect(await whoIsIn()).toBeUndefined();
    expect((await changes()).map(({ kind }) => kind)).not.toContain("user.password-changed");
    expect(await signIn(password)).toMatchObject({ ok: false });
    expect(await signIn(formerPassword)).toMatchObject({ ok: true });
  };

  it("after seven days", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    office.advance(7 * day);
    expect(await set(link)).toMatchObject(over);
    await expectFormerPassword();
  });

  it("by a link that a newer one replaced", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    await admin.user.createPasswordLink({ id: jana.id });
    expect(await links()).toHaveLength(1);
    expect(await set(link)).toMatchObject(over);
    await expectFormerPassword();
  });

  it("to somebody who was deactivated, and by the same link after their return", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    await admin.user.deactivate({ id: jana.id });
    expect(await set(link)).toMatchObject(over);
    await admin.user.reactivate({ id: jana.id });
    expect(await set(link)).toMatchObject(over);
    await expectFormerPassword();
  });

  it("by a link from before the person remembered and changed the password", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    const own = await office.as(jana);
    await own.user.changePassword({ currentPassword: formerPassword, newPassword: "noch ein Passwort" });
    expect(await set(link)).toMatchObject(over);
    expect(await signIn("noch ein Passwort")).toMatchObject({ ok: true });
  });

  it("when it is too short, and the link still works", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    expect(await set(link, { password: "kurz" })).toMatchObject({
      error: "invalid",
      fields: { password: [expect.any(String)] },
    });
    expect(await set(link)).toMatchObject({ ok: true });
  });

  it("to all but the first of several at the same time, and to everybody later", async () => {
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    const passwords = Array.from({ length: 4 }, (_, n) => `ein anderes Passwort ${n}`);
    const answers = await Promise.all(
      passwords.map((given) => set(link, { password: given }, browserFetch(server.url))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await set(link)).toMatchObject(over);
    const signIns = await Promise.all(passwords.map((given) => signIn(given)));
    expect(signIns.map(({ ok }) => ok)).toEqual(answers.map(({ ok }) => ok));
  });

  it("to an invited person who leaves out the name", async () => {
    const { link } = await admin.user.invite({
      body: { name: "Rike", email: "rike@agentur.example", role: "member" },
    });
    expect(await set(link)).toMatchObject({ error: "invalid", fields: { name: [expect.any(String)] } });
    expect(await set(link, { name: "Rike" })).toMatchObject({ ok: true });
  });
});

describe("a link for a new password", () => {
  it("is shown once, and neither stored nor listed", async () => {
    const { user, link, expiresAt } = await admin.user.createPasswordLink({ id: jana.id });
    expect(user).toEqual({ id: jana.id, name: jana.name, email, role: "member" });
    expect(link).toMatch(/^\/auth\/join\?token=[\w-]{43}$/);
    expect(expiresAt).toEqual(new Date("2026-11-27T09:13:00.000Z"));
    expect(JSON.stringify([await changes(), await links()])).not.toContain(tokenOf(link));
    expect(await changes()).toMatchObject([
      { kind: "user.password-link-created", subjectId: jana.id, actorId: chief.id },
    ]);
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({ state: "active", invitationExpiresAt: null });
    const { data } = await admin.user.list({ search: email });
    expect(data).toMatchObject([{ state: "active", invitationExpiresAt: null, can: { createPasswordLink: true } }]);
  });

  it("leaves the former password and its sessions alone until it is used", async () => {
    await admin.user.createPasswordLink({ id: jana.id });
    const elsewhere = browserFetch(server.url);
    expect(await signIn(formerPassword, elsewhere)).toMatchObject({ ok: true });
    expect(await whoIsIn(elsewhere)).toMatchObject({ id: jana.id });
    expect(office.disconnected).toEqual([]);
  });

  it("voids the former password, sessions and sockets, and signs this browser in", async () => {
    const elsewhere = browserFetch(server.url);
    await signIn(formerPassword, elsewhere);
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    const signalsBefore = office.signals.length;
    expect(await set(link, { name: "Fremder Name" })).toMatchObject({ ok: true, redirectTo: "/" });

    expect(await whoIsIn()).toMatchObject({ id: jana.id, name: jana.name, role: "member" });
    expect(await whoIsIn(elsewhere)).toBeUndefined();
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
    expect(await signIn(formerPassword)).toMatchObject({ error: "CredentialsSignin" });
    expect(office.signals.slice(signalsBefore)).toMatchObject([{ event: "newNotification", toUserId: jana.id }]);
    expect((await changes()).at(-1)).toMatchObject({
      kind: "user.password-changed",
      subjectId: jana.id,
      actorId: jana.id,
      afterJson: '{"endedSessions":1}',
    });
    expect(await signIn(password)).toMatchObject({ ok: true });
  });

  it("ends API tokens unless the box in the form was emptied", async () => {
    const tokens = () => office.services.db.selectFrom("apiTokens").select("name").execute();
    const make = async () =>
      (await office.as(jana)).apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30 });
    await make();
    await set((await admin.user.createPasswordLink({ id: jana.id })).link, { endsTokens: "off" });
    expect(await tokens()).toHaveLength(1);
    await set((await admin.user.createPasswordLink({ id: jana.id })).link, { endsTokens: "on" });
    expect(await tokens()).toEqual([]);
    await make();
    await set((await admin.user.createPasswordLink({ id: jana.id })).link);
    expect(await tokens()).toEqual([]);
  });

  it("ends the session that somebody else had in this browser", async () => {
    const timo = { email: "timo@agentur.example", password: formerPassword };
    await office.hire({ email: timo.email, passwordHash: await hashQuickly(formerPassword) });
    await browser.post("/auth/signin", timo);
    const token = browser.cookies.get("techcenter.session") ?? "";
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    await set(link);
    expect(office.disconnected).toEqual([{ userId: jana.id }, { sessionId: expect.any(String) }]);
    const former = browserFetch(server.url);
    former.cookies.set("techcenter.session", token);
    expect(await whoIsIn(former)).toBeUndefined();
  });

  it("opens an account that too many wrong passwords had locked", async () => {
    for (let failure = 0; failure < 5; failure += 1) await signIn("falsch");
    expect(await signIn(formerPassword)).toMatchObject({ error: "RateLimited" });
    const { link } = await admin.user.createPasswordLink({ id: jana.id });
    await set(link);
    expect(await signIn(password)).toMatchObject({ ok: true });
  });
});
