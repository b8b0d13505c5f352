import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readContent } from "../../../server/mail/queue.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { browserFetch } from "../../support/browser/browser-fetch.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { asSignedIn, changesOf, openSignInFixture, type SignInFixture } from "../../support/sign-in-fixture.ts";

const hour = 3_600_000;
const next = "jana.neu@agentur.example";
let fixture: SignInFixture;
let chief: Person;

beforeEach(async () => {
  fixture = await openSignInFixture();
  chief = await fixture.office.hire({ name: "Chef", role: "admin", email: "chef@agentur.example" });
});
afterEach(() => fixture.close());

async function setUpMail(): Promise<void> {
  const admin = await asSignedIn(fixture.office, chief);
  const values = { host: "mail.example", port: 587, fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, secrets: {}, version: 0 });
}

const emailOf = async (id: string) =>
  (await fixture.office.services.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow())
    .email;

/** To whom mails were written, and what they say. */
async function mails() {
  const rows = await fixture.office.services.db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
  return rows.map(({ toEmail, contentJson, subject }) => {
    const { action, paragraphs } = readContent(contentJson, fixture.office.services.vault);
    return { toEmail, subject, text: paragraphs.join(" "), path: action?.path ?? "", contentJson };
  });
}

async function ask(email = next): Promise<string> {
  const janas = await asSignedIn(fixture.office, fixture.jana);
  expect(await janas.user.changeEmail({ id: fixture.jana.id, email })).toEqual({ state: "asked" });
  const found = (await mails()).findLast(({ path }) => path.startsWith("/auth/email"));
  expect(found?.toEmail).toBe(email);
  return new URL(found?.path ?? "", "https://x").searchParams.get("token") ?? "";
}

const confirm = async (token: string, from = browserFetch(fixture.server.url)) =>
  (await from.post("/auth/email", { token })).json();

describe("a new address", () => {
  it("is refused to strangers, colleagues, in a wrong shape, and where somebody has it", async () => {
    const input = { id: fixture.jana.id, email: next };
    await expect((await fixture.office.as()).user.changeEmail(input)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const timo = await fixture.office.hire({ name: "Timo Brandt" });
    const timos = await asSignedIn(fixture.office, timo);
    await expect(timos.user.changeEmail(input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const janas = await asSignedIn(fixture.office, fixture.jana);
    for (const email of ["jana@", "a@b.example\r\nBcc: x@y.example"])
      expect((await refusalOf(janas.user.changeEmail({ ...input, email }))).fields).toEqual({
        email: [expect.any(String)],
      });
    expect(await refusalOf(janas.user.changeEmail({ ...input, email: "Chef@agentur.example" }))).toMatchObject({
      code: "CONFLICT",
      fields: { email: [expect.any(String)] },
    });
    expect(await mails()).toEqual([]);
  });

  it("counts once its link was used, once; the former address learns of both, and the link lies sealed", async () => {
    await setUpMail();
    const token = await ask();
    expect(await emailOf(fixture.jana.id)).toBe(fixture.jana.email);
    expect((await mails()).map(({ toEmail }) => toEmail)).toEqual([next, fixture.jana.email]);
    const { db } = fixture.office.services;
    const stored = JSON.stringify([
      await db.selectFrom("mails").selectAll().execute(),
      await db.selectFrom("authSteps").selectAll().execute(),
      await changesOf(fixture.office),
    ]);
    expect(stored).not.toContain(token);

    expect(await confirm("falsch")).toMatchObject({ ok: false, error: "precondition" });
    expect(await confirm(token)).toEqual({ ok: true, setCookie: [], redirectTo: "/auth/email?done=1" });
    expect(await emailOf(fixture.jana.id)).toBe(next);
    expect((await mails()).at(-1)).toMatchObject({
      toEmail: fixture.jana.email,
      text: expect.stringContaining(`Sie lautet jetzt ${next}`),
    });
    expect(await confirm(token)).toMatchObject({ ok: false, error: "precondition" });
  });

  it("is refused without the form's token, after a day, when another was asked for, and when it is taken by then", async () => {
    await setUpMail();
    const forged = await browserFetch(fixture.server.url).post("/auth/email", { token: await ask(), csrfToken: "" });
    expect(await forged.json()).toMatchObject({ ok: false, error: "MissingCSRF" });
    const first = await ask("jana.alt@agentur.example");
    const second = await ask();
    expect(await confirm(first)).toMatchObject({ ok: false });
    fixture.office.advance(24 * hour);
    expect(await confirm(second)).toMatchObject({ ok: false });
    const third = await ask();
    const other = await fixture.office.hire({ email: next });
    expect(await confirm(third)).toMatchObject({ ok: false, error: "precondition" });
    expect(await emailOf(fixture.jana.id)).toBe(fixture.jana.email);
    const { db } = fixture.office.services;
    await db.updateTable("users").set({ email: "anders@agentur.example" }).where("id", "=", other.id).execute();
    expect(await confirm(third)).toMatchObject({ ok: true });
  });

  it("is out of the question after a new password, and ends a link for one that went to the former", async () => {
    await setUpMail();
    const janas = await asSignedIn(fixture.office, fixture.jana);
    const lost = await ask();
    await janas.user.changePassword({ currentPassword: "ein langes Passwort", newPassword: "ein anderes Passwort" });
    expect(await confirm(lost)).toMatchObject({ ok: false });
    await (await asSignedIn(fixture.office, chief)).user.createPasswordLink({ id: fixture.jana.id });
    await confirm(await ask());
    expect(await fixture.office.services.db.selectFrom("invitations").select("id").execute()).toEqual([]);
  });

  it("counts at once without a mail server, and where an admin changes somebody else's", async () => {
    const janas = await asSignedIn(fixture.office, fixture.jana);
    expect(await janas.user.changeEmail({ id: fixture.jana.id, email: next })).toEqual({ state: "changed" });
    expect(await janas.user.changeEmail({ id: fixture.jana.id, email: next })).toEqual({ state: "unchanged" });
    await setUpMail();
    const admin = await asSignedIn(fixture.office, chief);
    const last = "petersen@agentur.example";
    expect(await admin.user.changeEmail({ id: fixture.jana.id, email: last })).toEqual({ state: "changed" });
    expect(await emailOf(fixture.jana.id)).toBe(last);
    expect((await mails()).map(({ toEmail }) => toEmail)).toEqual([fixture.jana.email, next]);
  });
});
