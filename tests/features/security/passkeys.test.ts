import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { softAuthenticator } from "../../support/browser/authenticator.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import {
  asSignedIn,
  changesOf,
  firstStep,
  openSignInFixture,
  origin,
  password,
  type SignInFixture,
  whoIsIn,
} from "../../support/sign-in-fixture.ts";

const minute = 60_000;
const here = { origin, rpId: "portal.example" };
let fixture: SignInFixture;

beforeEach(async () => {
  fixture = await openSignInFixture();
});
afterEach(() => fixture.close());

const passkeys = () => fixture.office.services.db.selectFrom("passkeys").selectAll().execute();
const kinds = async () => (await changesOf(fixture.office)).map(({ kind }) => kind);

async function register(person: Person = fixture.jana, name = "Laptop") {
  const device = softAuthenticator(here);
  const api = await asSignedIn(fixture.office, person);
  const options = await api.security.beginPasskey();
  const { recoveryCodes } = await api.security.addPasskey({ name, response: device.create(options) });
  return { device, recoveryCodes };
}

async function send(from: BrowserFetch, path: string, body: object) {
  const { csrfToken } = (await (await from("/api/auth/csrf")).json()) as { csrfToken: string };
  const headers = { "content-type": "application/json" };
  const answer = await from(path, { method: "POST", headers, body: JSON.stringify({ csrfToken, ...body }) });
  return { status: answer.status, body: await answer.json() };
}

async function ask(step?: "second", from = fixture.browser) {
  return (await send(from, "/api/auth/passkey/options", { step })).body as { challenge: string };
}

const enter = (response: unknown, step?: "second", from = fixture.browser) =>
  send(from, "/api/auth/callback/passkey", { response, step, callbackUrl: "/wiki" });

const refused = {
  status: 401,
  body: { error: "PasskeyInvalid", message: expect.any(String) },
};

describe("adding a passkey", () => {
  it("is refused to strangers, without a fresh proof, and without a name", async () => {
    await expect((await fixture.office.as()).security.beginPasskey()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const late = await asSignedIn(fixture.office, fixture.jana, 16 * minute);
    expect(await refusalOf(late.security.beginPasskey())).toMatchObject({
      problem: "unconfirmed",
    });
    const api = await asSignedIn(fixture.office, fixture.jana);
    const response = softAuthenticator(here).create(await api.security.beginPasskey());
    expect(await refusalOf(api.security.addPasskey({ name: " ", response }))).toMatchObject({
      fields: { name: [expect.any(String)] },
    });
    expect(await passkeys()).toEqual([]);
  });

  it("takes a name for the letters that it is, on one line and not without end", async () => {
    const api = await asSignedIn(fixture.office, fixture.jana);
    const response = softAuthenticator(here).create(await api.security.beginPasskey());
    for (const name of ["x".repeat(10_000), "\u0000\n\t", "\u202e\u200b"])
      expect((await refusalOf(api.security.addPasskey({ name, response }))).fields?.name?.[0]).toMatch(/^Name: /);
    const nameless = await refusalOf(api.security.addPasskey({ name: { length: 3 } as never, response }));
    expect(nameless).toMatchObject({ code: "BAD_REQUEST", fields: { name: [expect.any(String)] } });
    expect(await passkeys()).toEqual([]);
    await register(fixture.jana, "<img src=x onerror=alert(1)>\u202e\r\nBcc: alle@x.example\u0007");
    const kept = "<img src=x onerror=alert(1)> Bcc: alle@x.example";
    const [passkey] = await passkeys();
    expect(passkey?.name).toBe(kept);
    const { db } = fixture.office.services;
    const { message } = await db.selectFrom("notifications").select("message").executeTakeFirstOrThrow();
    expect(message).not.toContain("<img");
    const mail = await db.selectFrom("mails").select(["subject", "contentJson"]).executeTakeFirstOrThrow();
    expect(mail.subject).toBe("Passkey hinzugefügt");
    const params = { id: passkey?.id ?? "" };
    const renamed = await refusalOf(api.security.renamePasskey({ params, body: { name: "\u202e" } }));
    expect(renamed.fields).toMatchObject({ "body.name": [expect.any(String)] });
  });

  it.each([
    ["another origin", { origin: "https://boese.example" }],
    ["another portal", { rpId: "boese.example" }],
    ["a holder who was not verified", { isUserVerified: false }],
  ])("is refused from %s", async (_, claimed) => {
    const api = await asSignedIn(fixture.office, fixture.jana);
    const response = softAuthenticator(here).create(await api.security.beginPasskey(), claimed);
    expect(await refusalOf(api.security.addPasskey({ name: "Laptop", response }))).toMatchObject({
      problem: "precondition",
    });
    expect(await passkeys()).toEqual([]);
  });

  it("is refused for a challenge that is made up, used, too old or somebody else's", async () => {
    const api = await asSignedIn(fixture.office, fixture.jana);
    const timo = await asSignedIn(fixture.office, await fixture.office.hire({ name: "Timo Brandt" }));
    const device = softAuthenticator(here);
    const user = { id: "abc" };
    const old = device.create(await api.security.beginPasskey());
    fixture.office.advance(5 * minute);
    const theirs = device.create(await timo.security.beginPasskey());
    for (const response of [device.create({ challenge: "erfunden", user }), old, theirs])
      await expect(api.security.addPasskey({ name: "Laptop", response })).rejects.toMatchObject({
        code: "PRECONDITION_FAILED",
      });
    const response = device.create(await api.security.beginPasskey());
    await api.security.addPasskey({ name: "Laptop", response });
    await expect(api.security.addPasskey({ name: "Noch einer", response })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect(await passkeys()).toHaveLength(1);
  });

  it("gives recovery codes with the first, tells the person and is recorded without the key", async () => {
    const { device, recoveryCodes } = await register();
    expect(recoveryCodes).toHaveLength(10);
    expect((await register(fixture.jana, "Telefon")).recoveryCodes).toEqual([]);
    const api = await asSignedIn(fixture.office, fixture.jana);
    const { passkeys: listed } = await api.security.get();
    expect(listed).toMatchObject([
      { name: "Laptop", lastUsedAt: null },
      { name: "Telefon", lastUsedAt: null },
    ]);
    expect(await kinds()).toEqual(["user.passkey-added", "user.passkey-added"]);
    expect(JSON.stringify(await changesOf(fixture.office))).not.toContain(device.id);
    expect(fixture.office.signals).toHaveLength(2);
  });
});

describe("a sign-in by passkey alone", () => {
  it("is refused without the form's token", async () => {
    await register();
    expect((await send(fixture.browser, "/api/auth/passkey/options", { csrfToken: "" })).status).toBe(403);
    expect((await send(fixture.browser, "/api/auth/callback/passkey", { csrfToken: "" })).status).toBe(403);
  });

  it("is refused for an unknown key, another origin, an unverified holder and what is no answer at all", async () => {
    const { device } = await register();
    const stranger = softAuthenticator(here);
    expect(await enter(stranger.get(await ask()))).toEqual(refused);
    for (const claimed of [{ origin: "https://boese.example" }, { rpId: "boese.example" }, { isUserVerified: false }])
      expect(await enter(device.get(await ask(), claimed))).toEqual(refused);
    for (const response of [null, "text", {}, { id: device.id }]) expect(await enter(response)).toEqual(refused);
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
  });

  it("is refused for a challenge that is made up, used, too old or of another ceremony", async () => {
    const { device } = await register();
    expect(await enter(device.get({ challenge: "erfunden" }))).toEqual(refused);
    const late = device.get(await ask());
    fixture.office.advance(5 * minute);
    expect(await enter(late)).toEqual(refused);
    const api = await asSignedIn(fixture.office, fixture.jana);
    expect(await enter(device.get(await api.security.requestPasskey()))).toEqual(refused);
    const used = device.get(await ask());
    expect(await enter(used)).toMatchObject({ status: 200 });
    expect(await enter(used, undefined, browserFetch(fixture.server.url))).toEqual(refused);
  });

  it("is refused to a copy of the key whose counter stands behind", async () => {
    const { device } = await register();
    expect(await enter(device.get(await ask()))).toMatchObject({ status: 200 });
    device.setCounter(0);
    expect(await enter(device.get(await ask()), undefined, browserFetch(fixture.server.url))).toEqual(refused);
  });

  it("is refused to deactivated people", async () => {
    const { device } = await register();
    const admin = await fixture.office.as(await fixture.office.hire({ role: "admin" }));
    await admin.user.deactivate({ id: fixture.jana.id });
    expect(await enter(device.get(await ask()))).toMatchObject({ status: 401, body: { error: "AccessDenied" } });
    expect(await whoIsIn(fixture.browser)).toBeUndefined();
  });

  it("locks an address after twenty failures", async () => {
    for (let n = 0; n < 20; n++) await enter(null);
    expect(await enter(null)).toMatchObject({ status: 429, body: { error: "RateLimited" } });
  });

  it("starts a session at once, tells colleagues and notes the use", async () => {
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    const { device } = await register();
    expect(await enter(device.get(await ask()))).toEqual({ status: 200, body: { url: `${origin}/wiki` } });
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: fixture.jana.id });
    expect(fixture.office.signals.at(-1)).toMatchObject({ event: "userLogin", toUserId: timo.id });
    expect((await changesOf(fixture.office)).at(-1)).toMatchObject({
      kind: "user.signed-in",
      afterJson: expect.stringContaining('"method":"passkey"'),
    });
    expect(await passkeys()).toMatchObject([{ counter: 1, lastUsedAt: fixture.office.services.now().toISOString() }]);
  });

  it("leads nowhere else", async () => {
    const { device } = await register();
    const response = device.get(await ask());
    const { body } = await send(fixture.browser, "/api/auth/callback/passkey", {
      response,
      callbackUrl: "//boese.example",
    });
    expect(body).toEqual({ url: `${origin}/` });
  });
});

describe("a passkey as the second step", () => {
  it("is asked for after the password, and is refused without it or as somebody else's", async () => {
    const { device } = await register();
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    const { device: theirs } = await register(timo);
    expect((await send(fixture.browser, "/api/auth/passkey/options", { step: "second" })).status).toBe(401);
    expect(await firstStep(fixture)).toMatchObject({ redirectTo: "/auth/second-step" });
    expect(await enter(theirs.get(await ask("second")), "second")).toEqual(refused);
    expect(await enter(device.get(await ask()), "second")).toEqual(refused);
    const response = device.get(await ask("second"));
    expect(await enter(response, "second", browserFetch(fixture.server.url))).toMatchObject({
      body: { error: "SecondStepExpired" },
    });
    expect(await enter(response, "second")).toEqual({ status: 200, body: { url: `${origin}/` } });
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: fixture.jana.id });
  });
});

describe("the own passkeys", () => {
  it("are nobody else's to rename or remove", async () => {
    await register();
    const [passkey] = await passkeys();
    const id = passkey?.id ?? "";
    for (const role of ["member", "admin"] as const) {
      const api = await asSignedIn(fixture.office, await fixture.office.hire({ role }));
      await expect(api.security.removePasskey({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(api.security.renamePasskey({ params: { id }, body: { name: "Meiner" } })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
    const late = await asSignedIn(fixture.office, fixture.jana, 16 * minute);
    expect(await refusalOf(late.security.removePasskey({ id }))).toMatchObject({
      problem: "unconfirmed",
    });
    expect(await passkeys()).toMatchObject([{ name: "Laptop" }]);
  });

  it("can be renamed and removed, and the recovery codes go with the last factor", async () => {
    const { device } = await register();
    const [passkey] = await passkeys();
    const id = passkey?.id ?? "";
    const api = await asSignedIn(fixture.office, fixture.jana);
    await api.security.renamePasskey({ params: { id }, body: { name: "Büro" } });
    expect((await api.security.get()).passkeys).toMatchObject([{ name: "Büro" }]);
    await api.security.removePasskey({ id });
    expect(await api.security.get()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await kinds()).toEqual(["user.passkey-added", "user.passkey-renamed", "user.passkey-removed"]);
    expect(await enter(device.get(await ask()))).toEqual(refused);
    expect(await firstStep(fixture)).toMatchObject({ redirectTo: "/" });
  });

  it("keep the last one of somebody without a password", async () => {
    await register();
    const { db } = fixture.office.services;
    await db.updateTable("users").set({ passwordHash: null }).where("id", "=", fixture.jana.id).execute();
    const api = await asSignedIn(fixture.office, fixture.jana);
    const [passkey] = await passkeys();
    expect(await refusalOf(api.security.removePasskey({ id: passkey?.id ?? "" }))).toMatchObject({
      problem: "precondition",
    });
    expect(await passkeys()).toHaveLength(1);
  });

  it("prove who somebody is, but only their own", async () => {
    const { device } = await register();
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    const { device: theirs } = await register(timo);
    const late = await asSignedIn(fixture.office, fixture.jana, 60 * minute);
    const wrong = theirs.get(await late.security.requestPasskey());
    await expect(late.security.confirmWithPasskey({ response: wrong })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect((await late.security.get()).confirmedUntil).toBeNull();
    await late.security.confirmWithPasskey({ response: device.get(await late.security.requestPasskey()) });
    expect((await late.security.get()).confirmedUntil).toEqual(
      new Date(fixture.office.services.now().getTime() + 10 * minute),
    );
    expect((await kinds()).at(-1)).toBe("user.authenticated");
    await late.security.confirmWithPassword({ password });
  });
});
