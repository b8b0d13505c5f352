import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SignInRefusal } from "../../../server/auth/sign-in.ts";
import { admitPasswordReset, mailPasswordReset } from "../../../server/features/security/password-reset.ts";
import { readContent } from "../../../server/mail/queue.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import {
  asSignedIn,
  changesOf,
  firstStep,
  openSignInFixture,
  type SignInFixture,
  whoIsIn,
} from "../../support/sign-in-fixture.ts";

const minute = 60_000;
const fresh = "ein ganz neues Passwort";
const sent = { ok: true, setCookie: [], redirectTo: "/auth/forgot?sent=1" };
let fixture: SignInFixture;

beforeEach(async () => {
  fixture = await openSignInFixture();
  const admin = await asSignedIn(fixture.office, await fixture.office.hire({ name: "Chef", role: "admin" }));
  const values = { host: "mail.agentur.example", fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
});
afterEach(() => fixture.close());

const ask = async (fields: Record<string, string> = {}, from = fixture.browser) =>
  (await from.post("/auth/forgot", { email: fixture.jana.email, ...fields })).json();
const links = () => fixture.office.services.db.selectFrom("invitations").selectAll().execute();
const mails = () => fixture.office.services.db.selectFrom("mails").selectAll().orderBy("id").execute();

/** The token in the newest mail to somebody. */
async function mailedToken(email = fixture.jana.email): Promise<string> {
  await mailPasswordReset(fixture.office.services, email);
  const mail = (await mails()).at(-1);
  const { action } = readContent(mail?.contentJson ?? null, fixture.office.services.vault);
  return new URL(action?.path ?? "/", fixture.server.url).searchParams.get("token") ?? "";
}

const set = async (token: string, from = fixture.browser) =>
  (await from.post("/auth/join", { token, password: fresh })).json();

describe("asking for a new password", () => {
  it("is refused without the form's token", async () => {
    expect(await ask({ csrfToken: "" })).toMatchObject({ ok: false, error: "MissingCSRF" });
  });

  it("is answered the same for everybody, and mails only who has an account", async () => {
    const admin = await asSignedIn(fixture.office, await fixture.office.hire({ role: "admin" }));
    const gone = await fixture.office.hire({ email: "gone@agentur.example" });
    await admin.user.deactivate({ id: gone.id });
    // Who has not joined yet has the mail of their invitation, and none besides.
    await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "member" } });
    for (const email of [
      "niemand@agentur.example",
      "gone@agentur.example",
      "neu@agentur.example",
      "kein @",
      "",
      fixture.jana.email,
    ])
      expect(await ask({ email })).toEqual(sent);
    await expect
      .poll(async () => (await mails()).map(({ kind, toEmail }) => [kind, toEmail]))
      .toEqual([
        ["account", "neu@agentur.example"],
        ["account", fixture.jana.email],
      ]);
  });

  it("is answered the same when there is no mail server, and nothing is mailed", async () => {
    const admin = await asSignedIn(fixture.office, await fixture.office.hire({ role: "admin" }));
    const { version } = await admin.setting.get({ section: "mail" });
    await admin.setting.update({ section: "mail", values: { host: "" }, version });
    await mailPasswordReset(fixture.office.services, fixture.jana.email);
    expect(await mails()).toEqual([]);
    expect(await links()).toEqual([]);
  });

  it("is refused after three times within a quarter of an hour, whether or not there is an account", async () => {
    for (const email of [fixture.jana.email, "niemand@agentur.example"]) {
      for (let n = 0; n < 3; n++) expect(await ask({ email })).toEqual(sent);
      expect(await ask({ email: email.toUpperCase() })).toMatchObject({
        error: "RateLimited",
      });
    }
    fixture.office.advance(15 * minute);
    expect(await ask()).toEqual(sent);
  });
});

it("asking from many networks of one provider's customer stops nobody elsewhere from asking", async () => {
  const { services } = fixture.office;
  const askFrom = (ip: string) => admitPasswordReset(services, fixture.jana.email, ip);
  for (let n = 0; n < 4; n += 1) await askFrom(`2001:db8:1:${n}::7`);
  for (let n = 4; n < 20; n += 1) await expect(askFrom(`2001:db8:1:${n}::7`)).rejects.toThrow(SignInRefusal);
  await askFrom("2001:db8:2::7");
  await askFrom("192.0.2.9");
});

describe("the mailed link", () => {
  it("is kept hashed, is recorded without the token, and leaves the former password as it is", async () => {
    const token = await mailedToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([await links(), await changesOf(fixture.office)]);
    expect(stored).not.toContain(token);
    expect((await changesOf(fixture.office)).at(-1)).toMatchObject({
      kind: "user.password-reset-asked",
      subjectId: fixture.jana.id,
      actorId: null,
    });
    expect(await mails()).toMatchObject([{ toUserId: fixture.jana.id, kind: "account", isConfidential: 1 }]);
    expect(await firstStep(fixture)).toMatchObject({ ok: true });
  });

  it("works for an hour, once, and not after a newer one", async () => {
    const over = { ok: false, error: "precondition" };
    const former = await mailedToken();
    const newer = await mailedToken();
    expect(await set(former)).toMatchObject(over);
    fixture.office.advance(60 * minute);
    expect(await set(newer)).toMatchObject(over);
    const last = await mailedToken();
    expect(await set(last)).toMatchObject({ ok: true });
    expect(await set(last, browserFetch(fixture.server.url))).toMatchObject(over);
  });

  it("sets the password, ends every other session, lets this browser in and tells the person", async () => {
    const elsewhere = browserFetch(fixture.server.url);
    await firstStep(fixture, {}, elsewhere);
    expect(await set(await mailedToken())).toMatchObject({ ok: true, redirectTo: "/" });
    expect(await whoIsIn(fixture.browser)).toMatchObject({ id: fixture.jana.id });
    expect(await whoIsIn(elsewhere)).toBeUndefined();
    expect(fixture.office.disconnected).toContainEqual({ userId: fixture.jana.id });
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Neues Passwort setzen", "Passwort geändert"]);
    expect(await firstStep(fixture, {}, browserFetch(fixture.server.url))).toMatchObject({
      error: "CredentialsSignin",
    });
    expect(await firstStep(fixture, { password: fresh }, browserFetch(fixture.server.url))).toMatchObject({ ok: true });
  });
});
