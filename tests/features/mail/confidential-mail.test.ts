import { beforeEach, describe, expect, it } from "vitest";
import { mailDueNotifications, sendDigests } from "../../../server/features/notifications/notification-mails.ts";
import type { Api } from "../../../server/features/router.ts";
import { mailPasswordReset } from "../../../server/features/security/password-reset.ts";
import { toLetter } from "../../../server/mail/letters.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

const secret = /GEHEIM/;
let office: Office;
let maren: Person;
let jana: Person;
let maintainer: Api;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen", email: "jana@agentur.example" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
});

const mails = () => office.services.db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
const bell = () => member.notification.list({ where: { forUserId: jana.id } });

async function setUpMail(): Promise<Api> {
  const admin = await office.as(await office.hire({ role: "admin", name: "Timo Brandt" }));
  const values = { host: "127.0.0.1", port: 1, fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
  return admin;
}

async function tellJana(): Promise<{ page: string; chat: string }> {
  const { id: page } = await createPage(maintainer, { title: "GEHEIM, noch nicht" });
  await write(office, maren, page, paragraph(mention("user", jana.id)));
  const { id: chat } = await maintainer.chat.create({
    title: "GEHEIMER Chat",
    target: { type: "page" as const, id: page },
    body: `GEHEIME Worte für @[user:${jana.id}]`,
    clientId: "eine-erste-nachricht",
    fileKeys: [],
  });
  return { page, chat };
}

/** Has everything mailed to Jana, at once or with the daily mail. */
async function wish(channel: "mail" | "digest"): Promise<void> {
  await office.services.db
    .updateTable("notifications")
    .set(
      channel === "mail"
        ? { mailDueAt: office.services.now().toISOString(), inDigest: 0 }
        : { mailDueAt: null, inDigest: 1 },
    )
    .where("forUserId", "=", jana.id)
    .execute();
}

describe("what waits to be mailed", () => {
  it.each(["mail", "digest"] as const)(
    "by %s leaves without pages and chats that were restricted since",
    async (way) => {
      const { page } = await tellJana();
      expect((await bell()).totalItems).toBe(2);
      await wish(way);
      await maintainer.page.setVisibility({ id: page, visibility: "maintainers" });
      await (way === "mail" ? mailDueNotifications(office.services) : sendDigests(office.services));
      expect(await mails()).toEqual([]);
      const { data, totalItems } = await bell();
      expect([totalItems, data.length]).toEqual([2, 2]);
      expect(JSON.stringify(data)).not.toMatch(secret);
      expect(data.map(({ link }) => link)).toEqual([null, null]);
    },
  );

  it("leaves as it is where its person may read it still", async () => {
    await tellJana();
    await wish("mail");
    await mailDueNotifications(office.services);
    expect(JSON.stringify(await mails())).toMatch(secret);
    expect(JSON.stringify(await bell())).toMatch(secret);
  });
});

describe("a link that lets somebody in", () => {
  it("lies sealed in the queue, and goes out in the clear", async () => {
    await setUpMail();
    await mailPasswordReset(office.services, "jana@agentur.example");
    const [mail] = await mails();
    if (!mail) throw new Error("There is no mail.");
    expect(mail.contentJson).not.toMatch(/token|join|Passwort/);
    const { text } = await toLetter(office.services, mail);
    expect(text).toContain("https://portal.example/auth/join?token=");
  });
});

describe("after somebody is erased", () => {
  it("no mail, no word of a mail that failed and nothing of their browser is left of them", async () => {
    const admin = await setUpMail();
    const { db } = office.services;
    const context = { url: "/wiki", viewport: "390 × 844", browser: "Browser der Jana" };
    const body = { title: "Ein Vorschlag", description: "Worte", kind: "idea", area: "wiki" };
    await member.feedback.give({ body, context, files: [] });
    await mailPasswordReset(office.services, "jana@agentur.example");
    const at = office.services.now().toISOString();
    const [mail] = await mails();
    if (!mail) throw new Error("There is no mail.");
    await db
      .insertInto("mails")
      .values({ ...mail, id: "ohne-konto", toUserId: null })
      .execute();
    const { data } = await (await office.as(maren)).notification.list({ where: { forUserId: maren.id } });
    const [told] = await db.selectFrom("notifications").selectAll().limit(1).execute();
    expect(data.length).toBeGreaterThan(0);
    if (!told) throw new Error("Nobody was told.");
    const failed = {
      id: "fehlschlag",
      groupKey: "mail.failed",
      message: "„Titel“ an jana@agentur.example: <code>550</code>",
    };
    await db
      .insertInto("notifications")
      .values({ ...told, ...failed, createdAt: at })
      .execute();
    await admin.user.deactivate({ id: jana.id });
    await admin.privacy.erasePerson({ id: jana.id, name: jana.name });
    for (const table of ["mails", "mailAttempts", "notifications", "feedbackContexts"] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toMatch(/jana@|der Jana/);
  });
});
