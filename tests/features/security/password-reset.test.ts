import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mailPasswordReset } from "../../../server/features/security/password-reset.ts";
import { readContent } from "../../../server/mail/queue.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import { asSignedIn, changesOf, type Door, firstStep, openDoor, whoIsIn } from "../../support/door.ts";

const minute = 60_000;
const fresh = "ein ganz neues Passwort";
const sent = { ok: true, setCookie: [], redirectTo: "/auth/forgot?sent=1" };
let door: Door;

beforeEach(async () => {
  door = await openDoor();
  const admin = await asSignedIn(door.office, await door.office.hire({ name: "Chef", role: "admin" }));
  const values = { host: "mail.agentur.example", fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
});
afterEach(() => door.close());

const ask = async (fields: Record<string, string> = {}, from = door.browser) =>
  (await from.post("/auth/forgot", { email: door.jana.email, ...fields })).json();
const links = () => door.office.services.db.selectFrom("invitations").selectAll().execute();
const mails = () => door.office.services.db.selectFrom("mails").selectAll().orderBy("id").execute();

/** The token in the newest mail to somebody. */
async function mailedToken(email = door.jana.email): Promise<string> {
  await mailPasswordReset(door.office.services, email);
  const mail = (await mails()).at(-1);
  const { action } = readContent(mail?.contentJson ?? null, door.office.services.vault);
  return new URL(action?.path ?? "/", door.server.url).searchParams.get("token") ?? "";
}

const set = async (token: string, from = door.browser) =>
  (await from.post("/auth/join", { token, password: fresh })).json();

describe("asking for a new password", () => {
  it("is refused without the form's token", async () => {
    expect(await ask({ csrfToken: "" })).toMatchObject({ ok: false, error: "MissingCSRF" });
  });

  it("is answered the same for everybody, and mails only who has an account", async () => {
    const admin = await asSignedIn(door.office, await door.office.hire({ role: "admin" }));
    const gone = await door.office.hire({ email: "gone@agentur.example" });
    await admin.user.deactivate({ id: gone.id });
    // Who has not joined yet has the mail of their invitation, and none besides.
    await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "member" } });
    for (const email of [
      "niemand@agentur.example",
      "gone@agentur.example",
      "neu@agentur.example",
      "kein @",
      "",
      door.jana.email,
    ])
      expect(await ask({ email })).toEqual(sent);
    await expect
      .poll(async () => (await mails()).map(({ kind, toEmail }) => [kind, toEmail]))
      .toEqual([
        ["account", "neu@agentur.example"],
        ["account", door.jana.email],
      ]);
  });

  it("is answered the same when there is no mail server, and nothing is mailed", async () => {
    const admin = await asSignedIn(door.office, await door.office.hire({ role: "admin" }));
    const { version } = await admin.setting.get({ section: "mail" });
    await admin.setting.update({ section: "mail", values: { host: "" }, version });
    await mailPasswordReset(door.office.services, door.jana.email);
    expect(await mails()).toEqual([]);
    expect(await links()).toEqual([]);
  });

  it("is refused after three times within a quarter of an hour, whether or not there is an account", async () => {
    for (const email of [door.jana.email, "niemand@agentur.example"]) {
      for (let n = 0; n < 3; n++) expect(await ask({ email })).toEqual(sent);
      expect(await ask({ email: email.toUpperCase() })).toMatchObject({
        error: "RateLimited",
        message: "Zu viele Versuche. Bitte in 15 Minuten erneut.",
      });
    }
    door.office.advance(15 * minute);
    expect(await ask()).toEqual(sent);
  });
});

describe("the mailed link", () => {
  it("is kept hashed, is recorded without the token, and leaves the former password as it is", async () => {
    const token = await mailedToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([await links(), await changesOf(door.office)]);
    expect(stored).not.toContain(token);
    expect((await changesOf(door.office)).at(-1)).toMatchObject({
      kind: "user.password-reset-asked",
      subjectId: door.jana.id,
      actorId: null,
    });
    expect(await mails()).toMatchObject([{ toUserId: door.jana.id, kind: "account", isConfidential: 1 }]);
    expect(await firstStep(door)).toMatchObject({ ok: true });
  });

  it("works for an hour, once, and not after a newer one", async () => {
    const over = { ok: false, error: "precondition" };
    const former = await mailedToken();
    const newer = await mailedToken();
    expect(await set(former)).toMatchObject(over);
    door.office.advance(60 * minute);
    expect(await set(newer)).toMatchObject(over);
    const last = await mailedToken();
    expect(await set(last)).toMatchObject({ ok: true });
    expect(await set(last, browserFetch(door.server.url))).toMatchObject(over);
  });

  it("sets the password, ends every other session, lets this browser in and tells the person", async () => {
    const elsewhere = browserFetch(door.server.url);
    await firstStep(door, {}, elsewhere);
    expect(await set(await mailedToken())).toMatchObject({ ok: true, redirectTo: "/" });
    expect(await whoIsIn(door.browser)).toMatchObject({ id: door.jana.id });
    expect(await whoIsIn(elsewhere)).toBeUndefined();
    expect(door.office.disconnected).toContainEqual({ userId: door.jana.id });
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Neues Passwort setzen", "Passwort geändert"]);
    expect(await firstStep(door, {}, browserFetch(door.server.url))).toMatchObject({ error: "CredentialsSignin" });
    expect(await firstStep(door, { password: fresh }, browserFetch(door.server.url))).toMatchObject({ ok: true });
  });
});
