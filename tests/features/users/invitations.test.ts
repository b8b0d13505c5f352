import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { deliverDueMails } from "../../../server/mail/deliver.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "../../support/browser/browser-fetch.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { startMailServer, useMailServer } from "../../support/servers/mail-server.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const day = 24 * 60 * 60 * 1000;
const body = { name: "Rike Sommer", email: "rike@agentur.example", role: "maintainer" } as const;

let office: Office;
let server: OfficeServer;
let browser: BrowserFetch;
let chief: Person;
let jana: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin" });
  jana = await office.hire({ name: "Jana Petersen" });
  admin = await office.as(chief);
  server = await serveOffice(office);
  browser = browserFetch(server.url);
});

afterEach(() => server.close());

const tokenOf = (link: string) => new URL(link, server.url).searchParams.get("token") ?? "";
const join = async (link: string, fields: Record<string, string> = {}, from = browser) =>
  (
    await from.post("/auth/join", { token: tokenOf(link), name: "Rike S.", password: "ein langes Passwort", ...fields })
  ).json();
const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();
const over = { ok: false, error: "precondition" };

describe("inviting is refused", () => {
  it.each(["invite", "renewInvitation", "withdrawInvitation"] as const)(
    "%s to strangers and to everybody but admins",
    async (name) => {
      const { user } = await admin.user.invite({ body });
      const input = name === "invite" ? { body: { ...body, email: "x@agentur.example" } } : { id: user.id };
      const call = (api: Api) => (api.user[name] as (given: unknown) => Promise<unknown>)(input);
      await expect(call(await office.as())).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      for (const role of ["maintainer", "member", "readonly"] as const)
        await expect(call(await office.as(await office.hire({ role })))).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect((await changes()).map(({ kind }) => kind)).toEqual(["user.invited"]);
    },
  );

  it("naming each wrong field", async () => {
    const error = await admin.user
      .invite({ body: { name: "", email: "rike", role: "king" as never } })
      .catch((refusal) => refusal);
    const paths = error.cause.issues.map(({ path }: { path: string[] }) => path.join("."));
    expect(error.code).toBe("BAD_REQUEST");
    expect(paths).toEqual(["body.name", "body.email", "body.role"]);
  });

  it("for an address that somebody has, in whatever spelling", async () => {
    await admin.user.invite({ body });
    await expect(admin.user.invite({ body: { ...body, email: "RIKE@agentur.example" } })).rejects.toMatchObject({
      code: "CONFLICT",
      cause: { fields: { "body.email": [expect.any(String)] } },
    });
  });

  it("again for people who have joined", async () => {
    await expect(admin.user.renewInvitation({ id: jana.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(admin.user.withdrawInvitation({ id: jana.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await admin.user.getUser({ id: jana.id })).toMatchObject({ state: "active" });
  });
});

describe("the mail of an invitation", () => {
  it("leaves with its link where mail is set up, again when it is renewed", async () => {
    const mailServer = await startMailServer();
    await useMailServer(office, mailServer);
    const { user, link, isMailed } = await admin.user.invite({ body });
    expect(isMailed).toBe(true);
    expect(
      (await office.services.db.selectFrom("mails").select("contentJson").execute())[0]?.contentJson,
    ).not.toContain(tokenOf(link));
    const renewed = await admin.user.renewInvitation({ id: user.id });
    await deliverDueMails(office.services);
    const { received } = mailServer;
    expect(received.map(({ to }) => to)).toEqual([[body.email], [body.email]]);
    expect(received[0]?.text).toContain("Chef hat dich ins Portal von");
    expect(received[1]?.text).toContain(renewed.link);
    expect(await join(renewed.link)).toMatchObject({ ok: true });
  });

  it("does not leave where mail is not set up, and nothing says so", async () => {
    expect(await admin.user.invite({ body })).not.toHaveProperty("isMailed");
    expect(await office.services.db.selectFrom("mails").select("id").execute()).toEqual([]);
  });
});

describe("an invitation", () => {
  it("is a link that is shown once, for an account that waits", async () => {
    const { user, link, expiresAt } = await admin.user.invite({ body });
    expect(link).toMatch(/^\/auth\/join\?token=[\w-]{43}$/);
    expect(expiresAt).toEqual(new Date("2026-11-27T09:13:00.000Z"));
    expect(await admin.user.getUser({ id: user.id })).toMatchObject({ name: "Rike Sommer", state: "invited" });
    const { data } = await admin.user.list({ where: { state: "invited" } });
    expect(data).toMatchObject([{ email: body.email, invitationExpiresAt: expiresAt, can: { invite: true } }]);
    const stored = JSON.stringify([
      await changes(),
      await office.services.db.selectFrom("invitations").selectAll().execute(),
    ]);
    expect(stored).not.toContain(tokenOf(link));
    expect((await changes()).at(-1)).toMatchObject({ kind: "user.invited", subjectId: user.id, actorId: chief.id });
  });

  it("becomes void when it is renewed", async () => {
    const { user, link } = await admin.user.invite({ body });
    office.advance(8 * day);
    expect(await join(link)).toMatchObject(over);
    const renewed = await (await office.as(chief)).user.renewInvitation({ id: user.id });
    expect(await join(link)).toMatchObject(over);
    expect(await join(renewed.link)).toMatchObject({ ok: true });
    expect((await changes()).map(({ kind }) => kind)).toContain("user.invitation-renewed");
  });

  it("can be withdrawn, and its address be invited again", async () => {
    const { user, link } = await admin.user.invite({ body });
    await admin.user.withdrawInvitation({ id: user.id });
    expect(await join(link)).toMatchObject(over);
    expect((await changes()).at(-1)).toMatchObject({
      kind: "user.invitation-withdrawn",
      beforeJson: JSON.stringify({ name: body.name, email: body.email, role: body.role }),
    });
    expect(await admin.user.invite({ body })).toMatchObject({ user: { email: body.email } });
  });
});

describe("joining is refused", () => {
  it("with an unknown link, before any password is hashed", async () => {
    expect(await join("/auth/join?token=falsch")).toMatchObject(over);
    expect(await (await browser("/")).json()).not.toHaveProperty("user");
  });

  it("after seven days", async () => {
    const { link } = await admin.user.invite({ body });
    office.advance(7 * day);
    expect(await join(link)).toMatchObject(over);
  });

  it("naming each wrong field, without losing what was typed", async () => {
    const { link } = await admin.user.invite({ body });
    expect(await join(link, { name: "x".repeat(121), password: "kurz" })).toMatchObject({
      error: "invalid",
      fields: { name: [expect.any(String)], password: [expect.any(String)] },
      values: { name: "x".repeat(121) },
    });
    expect(await join(link)).toMatchObject({ ok: true });
  });

  it("to all but the first of several at the same time", async () => {
    const { link } = await admin.user.invite({ body });
    const browsers = Array.from({ length: 4 }, () => browserFetch(server.url));
    const answers = await Promise.all(browsers.map((from) => join(link, {}, from)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      await office.services.db.selectFrom("sessions").select("id").where("userAgent", "is not", null).execute(),
    ).toHaveLength(1);
  });
});

describe("an invited person who joins", () => {
  it("is signed in with the invited role", async () => {
    const { user, link } = await admin.user.invite({ body });
    expect(await join(link)).toMatchObject({ ok: true, redirectTo: "/" });
    expect((await (await browser("/")).json()).user).toMatchObject({
      id: user.id,
      name: "Rike S.",
      email: body.email,
      role: "maintainer",
    });
    expect(await join(link)).toMatchObject(over);
    expect((await changes()).at(-1)).toMatchObject({ kind: "user.joined", subjectId: user.id, actorId: user.id });
  });

  it("is announced to the team, with a notification for each who wants to know", async () => {
    const quiet = await office.hire({ name: "Timo Brandt" });
    await (await office.as(quiet)).notification.setChannel({ topic: "team", channel: "bell", isOn: false });
    const { user, link } = await admin.user.invite({ body });
    await join(link, { name: "Rike <b>S.</b>" });

    const [first, ...notified] = office.signals;
    expect(first).toEqual({ event: "newUser", payload: { user: { id: user.id, name: "Rike <b>S.</b>" } } });
    const told = notified.map(({ event, toUserId }) => [event, toUserId]).sort();
    expect(told).toEqual([chief, jana].map(({ id }) => ["newNotification", id]).sort());
    const { data } = await (await office.as(jana)).notification.list({ where: { forUserId: jana.id } });
    expect(data).toMatchObject([
      {
        title: "Neuer Benutzer!",
        message: "<b>Rike &lt;b&gt;S.&lt;/b&gt;</b> ist dem Team beigetreten.",
        link: `/users/${user.id}`,
      },
    ]);
  });
});
