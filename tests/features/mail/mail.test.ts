import { beforeEach, describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { claimDueMail } from "../../../server/mail/claims.ts";
import { deliverDueMails } from "../../../server/mail/deliver.ts";
import { dropUnsent } from "../../../server/mail/endings.ts";
import { removeOldMails } from "../../../server/mail/old-mails.ts";
import { startMailer } from "../../../server/portal/mailer.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import {
  type MailServerInTest,
  queueTestMail,
  startMailServer,
  useMailServer,
} from "../../support/servers/mail-server.ts";

let office: Office;
let admin: Person;
let server: MailServerInTest;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.hire({ name: "Nora Lind", role: "admin", email: "nora@agentur.example" });
  server = await startMailServer();
});

const mailOf = (id: string) =>
  office.services.db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const deliver = () => deliverDueMails(office.services);
const attempts = async () => (await office.services.db.selectFrom("mailAttempts").selectAll().execute()).length;

describe("who may look after mail", () => {
  it("are admins alone", async () => {
    const calls = (api: Awaited<ReturnType<Office["as"]>>) => [
      api.mail.list({}),
      api.mail.status({}),
      api.mail.resend({ id: "x" }),
      api.mail.test({}),
    ];
    for (const call of calls(await office.as())) await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["readonly", "member", "maintainer"] as const) {
      const api = await office.as(await office.hire({ role }));
      for (const call of calls(api)) await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await office.services.db.selectFrom("mails").selectAll().execute()).toEqual([]);
  });

  it.each([
    [{ host: "http://mail" }, "values.host"],
    [{ port: 0 }, "values.port"],
    [{ fromEmail: "kein at" }, "values.fromEmail"],
    [{ security: "ssl" }, "values.security"],
  ])("are told what is wrong with %j", async (values, field) => {
    const api = await office.as(admin);
    await expect(api.setting.update({ section: "mail", version: 0, values })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { [field]: [expect.any(String)] } },
    });
  });
});

describe("without a mail server", () => {
  it("mail waits, and ends visibly after a day", async () => {
    const { id } = await queueTestMail(office);
    await deliver();
    expect(await mailOf(id)).toMatchObject({ state: "queued", attempts: 0 });
    const api = await office.as(admin);
    expect(await api.mail.status({})).toMatchObject({ isConfigured: false, waiting: 1 });
    await expect(api.mail.test({})).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    office.advance(24 * hourMs);
    await dropUnsent(office.services);
    expect(await mailOf(id)).toMatchObject({
      state: "dropped",
      answer: "Einen Tag lang war kein Mail-Server eingerichtet.",
      contentJson: null,
    });
    expect(await api.mail.status({})).toMatchObject({ waiting: 0, failedToday: 1 });
  });
});

describe("a queued mail", () => {
  it("arrives as text and as HTML, marked as written by a machine", async () => {
    await useMailServer(office, server, { fromName: "Agentur Köln", replyTo: "team@agentur.example" });
    const { id } = await queueTestMail(office, {
      subject: "Passwort <neu>",
      paragraphs: ["Hallo & <img src=x onerror=alert(1)>", "Zweite\nZeile"],
      action: { label: "Passwort setzen", path: "/auth/join?token=a&b=c" },
    });
    await deliver();
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: "portal@agentur.example", to: ["jana@agentur.example"] });
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      "auto-submitted": "auto-generated",
      "content-language": "de",
      "message-id": `<${id}@portal.example>`,
      "reply-to": "team@agentur.example",
      subject: "Passwort <neu>",
    });
    expect(mail?.headers.has("list-unsubscribe")).toBe(false);
    expect(mail?.text).toContain("Hallo & <img src=x onerror=alert(1)>");
    expect(mail?.text).toContain("https://portal.example/auth/join?token=a&b=c");
    expect(mail?.html).toContain('<html lang="de">');
    expect(mail?.html).not.toContain("<img");
    expect(mail?.html).toContain("Zweite<br>Zeile");
    expect(mail?.html).toContain('href="https://portal.example/auth/join?token=a&amp;b=c"');
    expect(mail?.html).toContain("prefers-color-scheme: dark");
    const sent = await mailOf(id);
    expect(sent).toMatchObject({ state: "sent", attempts: 1, contentJson: null, nextAttemptAt: null });
    expect(sent.answer).toMatch(/^250 /);
  });

  it.each(["\r\n", "\n", "\r", "\r\n\r\n", "\u0000\r\n ", "\u2028", "\u0085"])(
    "has no header, recipient or text more when what is written in it holds %j",
    async (ending) => {
      const hostile = `Jana${ending}Bcc: dritte@fremd.example${ending}X-Fremd: 1${ending}${ending}Fremder Text`;
      await useMailServer(office, server);
      await queueTestMail(office);
      await deliver();
      const api = await office.as(admin);
      const { values, version } = await api.setting.get({ section: "mail" });
      const named = { ...values, fromName: hostile.slice(0, 80) };
      await api.setting.update({ section: "mail", version, values: named, secrets: {} });
      await queueTestMail(office, {
        to: { email: "jana@agentur.example", name: `"${hostile}" <dritte@fremd.example>, ` },
        subject: hostile,
      });
      await deliver();
      const [plain, mail] = server.received;
      expect([mail?.from, mail?.to]).toEqual(["portal@agentur.example", ["jana@agentur.example"]]);
      expect([...(mail?.headers.keys() ?? [])].sort()).toEqual([...(plain?.headers.keys() ?? [])].sort());
      expect(mail?.headers.get("from")).toMatch(/<portal@agentur\.example>$/);
      expect(mail?.headers.get("to")).toMatch(/<jana@agentur\.example>$/);
      expect(mail?.text.trim()).toMatch(/^Hallo "Jana/);
      expect(mail?.html).toContain("Alles läuft.");
    },
  );

  it.each(["\r\n", "\n", "\r"])("goes to nobody else when an address holds %j", async (ending) => {
    const added = `x@agentur.example${ending}RCPT TO:<dritte@fremd.example>${ending}Bcc: dritte@fremd.example`;
    await useMailServer(office, server);
    const api = await office.as(admin);
    const { values, version } = await api.setting.get({ section: "mail" });
    const sentences = {
      fromEmail: ["Absenderadresse: Keine gültige E-Mail-Adresse."],
      replyTo: ["Antwortadresse: Keine gültige E-Mail-Adresse."],
    };
    for (const [field, sentence] of Object.entries(sentences))
      await expect(
        api.setting.update({ section: "mail", version, values: { ...values, [field]: added }, secrets: {} }),
      ).rejects.toMatchObject({ cause: { fields: { [`values.${field}`]: sentence } } });
    const body = { name: "Jana", email: added, role: "member" as const };
    await expect(api.user.invite({ body })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    // Nothing asks for such an address; should one get into the queue all the same, it adds nobody.
    await queueTestMail(office, { to: { email: added, name: "Jana" } });
    await deliver();
    for (const { to, headers } of server.received) {
      expect(to).not.toContain("dritte@fremd.example");
      expect(headers.has("bcc")).toBe(false);
    }
  });

  it("leaves right after the commit, and only then", async () => {
    await useMailServer(office, server);
    const arrived = Promise.withResolvers<void>();
    server.onMail = async () => arrived.resolve();
    const mailer = startMailer(office.services);
    await queueTestMail(office);
    await arrived.promise;
    await mailer.stop();
    expect(server.received).toHaveLength(1);
    await queueTestMail(office);
    expect(server.received).toHaveLength(1);
  });

  it("is tried again after a temporary refusal, later each time", async () => {
    await useMailServer(office, server);
    const { id } = await queueTestMail(office);
    server.refusals.push({ at: "recipient", code: 450, text: "4.2.0 Greylisted" });
    await deliver();
    const waiting = await mailOf(id);
    expect(waiting).toMatchObject({ state: "queued", attempts: 1 });
    expect(waiting.answer).toContain("450 4.2.0 Greylisted");
    office.advance(minuteMs - 1);
    await deliver();
    expect(server.received).toEqual([]);
    office.advance(1);
    await deliver();
    expect(server.received).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("ends at once when the server knows no such recipient, and the admins hear of it by the bell", async () => {
    await useMailServer(office, server);
    const { id } = await queueTestMail(office);
    server.refusals.push({ at: "recipient", code: 550, text: "5.1.1 Unbekannt" });
    await deliver();
    expect(await mailOf(id)).toMatchObject({ state: "failed", attempts: 1 });
    expect((await mailOf(id)).answer).toContain("550 5.1.1 Unbekannt");
    const told = () => office.services.db.selectFrom("notifications").selectAll().execute();
    const own = (await told()).filter(({ forUserId }) => forUserId === admin.id);
    expect(own).toMatchObject([{ title: "E-Mail nicht zugestellt", link: "/settings/mail", mailDueAt: null }]);

    const before = (await told()).length;
    server.refusals.push({ at: "message", code: 554, text: "5.7.1 Spam" });
    await queueTestMail(office);
    await deliver();
    expect(await told()).toHaveLength(before);
    office.advance(hourMs);
    server.refusals.push({ at: "message", code: 554, text: "5.7.1 Spam" });
    await queueTestMail(office);
    await deliver();
    expect((await told()).length).toBeGreaterThan(before);
  });

  it("is given up after five retries at a server that is down", async () => {
    await useMailServer(office, server);
    await server.stop();
    const { id } = await queueTestMail(office);
    const other = await queueTestMail(office);
    for (const minutes of [0, 1, 5, 30, 120, 360]) {
      office.advance(minutes * minuteMs);
      await deliver();
      // One refusal is enough of a server for a round.
      if (minutes === 0) expect(await mailOf(other.id)).toMatchObject({ state: "queued", attempts: 0 });
      await deliver();
    }
    expect(await mailOf(id)).toMatchObject({
      state: "failed",
      attempts: 6,
      answer: `Keine Verbindung zu 127.0.0.1:${server.port}: Der Server nimmt dort nichts an.`,
    });
  });

  it("goes to the next when whoever had claimed it has died, with the same Message-ID", async () => {
    await useMailServer(office, server);
    const { id } = await queueTestMail(office);
    expect((await claimDueMail(office.services))?.id).toBe(id);
    await deliver();
    expect(server.received).toEqual([]);
    office.advance(5 * minuteMs);
    await deliver();
    expect(server.received[0]?.headers.get("message-id")).toBe(`<${id}@portal.example>`);
    expect(await mailOf(id)).toMatchObject({ state: "sent", claimedUntil: null });
  });

  it("is sent once, whatever number of runs go on at once", async () => {
    await useMailServer(office, server);
    for (let count = 0; count < 5; count += 1) await queueTestMail(office);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(server.received).toHaveLength(5);
    expect(await attempts()).toBe(5);
  });
});

describe("a way to the server", () => {
  const test = async () => (await office.as(admin)).mail.test({});

  it("is encrypted by STARTTLS and signed in to", async () => {
    await useMailServer(office, server, {
      ...({ security: "starttls", checksCertificate: false, user: "portal", password: "geheim" } as const),
    });
    const { isSent, to, talk, answer } = await test();
    expect({ isSent, to }).toEqual({ isSent: true, to: "nora@agentur.example" });
    expect(answer).toMatch(/^2\d\d /);
    expect(talk.map(({ text }) => text).join("\n")).toContain("STARTTLS");
    expect(JSON.stringify(talk)).not.toContain("geheim");
    expect(JSON.stringify(talk)).not.toContain(Buffer.from("geheim").toString("base64").slice(0, -2));
    expect(server.received[0]?.text).toContain("Testmail");
  });

  it("says why a password is refused, in the server's words", async () => {
    await useMailServer(office, server, {
      ...({ security: "starttls", checksCertificate: false, user: "portal", password: "falsch" } as const),
    });
    const { isSent, answer, talk } = await test();
    expect(isSent).toBe(false);
    expect(answer).toBe("Anmeldung abgelehnt: 535 5.7.8 Benutzer oder Passwort falsch");
    expect(talk.at(-1)?.by).toBeDefined();
    expect(await office.services.db.selectFrom("mails").select(["kind", "state"]).execute()).toEqual([
      { kind: "test", state: "failed" },
    ]);
  });

  it("says that a certificate is not trusted", async () => {
    await useMailServer(office, server, { security: "starttls" });
    expect((await test()).answer).toMatch(/^Das Zertifikat von 127\.0\.0\.1:\d+ wird nicht anerkannt: /);
  });

  it("says that a server offers no encryption", async () => {
    const plain = await startMailServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
    await useMailServer(office, plain, { security: "starttls" });
    const { isSent, answer } = await test();
    expect(isSent).toBe(false);
    expect(answer).toMatch(/^Verschlüsselung abgelehnt|^Keine Verschlüsselung/);
  });

  it("says that a name does not exist", async () => {
    await useMailServer(office, server, { host: "gibt-es-nicht.invalid" });
    expect((await test()).answer).toMatch(/wurde nicht gefunden \(DNS\)\.$/);
  });

  it("is encrypted from the start where the server wants it so", async () => {
    const secure = await startMailServer({ secure: true });
    await useMailServer(office, secure, { security: "tls", checksCertificate: false });
    expect((await test()).isSent).toBe(true);
  });
});

describe("the delivery log", () => {
  it("keeps a server's words readable and short, whatever it says", async () => {
    const { id } = await queueTestMail(office);
    await useMailServer(office, server);
    const text = `Nein <img src=x onerror=alert(1)>\u0007\u001b[31m\u202e ${"x".repeat(1500)}`;
    server.refusals.push({ at: "recipient", code: 550, text });
    await deliver();
    const { answer } = await mailOf(id);
    expect(answer).toMatch(/^550 Nein <img src=x onerror=alert\(1\)> *\[31m x+$/);
    expect(answer).toHaveLength(1000);
    const { message } = await office.services.db
      .selectFrom("notifications")
      .select("message")
      .executeTakeFirstOrThrow();
    expect(message).not.toContain("<img");
  });

  it("shows each attempt with the server's words, by state, kind and text", async () => {
    await useMailServer(office, server);
    server.refusals.push({ at: "recipient", code: 550, text: "5.1.1 Unbekannt" });
    await queueTestMail(office, { subject: "Eins", kind: "notification" });
    await deliver();
    await queueTestMail(office, { subject: "Zwei", kind: "digest" });
    await deliver();
    const api = await office.as(admin);
    const all = await api.mail.list({});
    expect(all.data.map(({ subject, state }) => [subject, state])).toEqual([
      ["Zwei", "sent"],
      ["Eins", "failed"],
    ]);
    expect(all.data[1]?.attempts).toMatchObject([{ outcome: "failed", answer: expect.stringContaining("5.1.1") }]);
    expect((await api.mail.list({ where: { state: "failed" } })).data.map(({ subject }) => subject)).toEqual(["Eins"]);
    expect((await api.mail.list({ where: { kind: "digest" } })).totalItems).toBe(1);
    expect((await api.mail.list({ search: "unbekannt" })).totalItems).toBe(1);
    expect((await api.mail.list({ search: "%" })).totalItems).toBe(0);
    expect(JSON.stringify(all)).not.toContain("Alles läuft.");
  });

  it("sends again what is still known, and says why it does not otherwise", async () => {
    await useMailServer(office, server);
    const { id } = await queueTestMail(office, { kind: "notification" });
    const secret = await queueTestMail(office, { kind: "account" });
    const api = await office.as(admin);
    await expect(api.mail.resend({ id })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await deliver();
    await expect(api.mail.resend({ id: "nein" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.mail.resend({ id: secret.id })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect(await api.mail.resend({ id })).toEqual({ id });
    await deliver();
    expect(server.received).toHaveLength(3);
    expect(await mailOf(id)).toMatchObject({ state: "sent", attempts: 1 });
    const recorded = await office.services.db.selectFrom("changes").select(["kind", "actorId"]).execute();
    expect(recorded).toContainEqual({ kind: "mail.resent", actorId: admin.id });
  });

  it("forgets after 90 days", async () => {
    await useMailServer(office, server);
    await queueTestMail(office);
    await deliver();
    office.advance(90 * 24 * hourMs);
    await removeOldMails(office.services);
    expect((await (await office.as(admin)).mail.list({})).totalItems).toBe(0);
    expect(await attempts()).toBe(0);
  });
});
