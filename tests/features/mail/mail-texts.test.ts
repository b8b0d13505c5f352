import { beforeEach, describe, expect, it } from "vitest";
import { fillText, mailTextKinds, paragraphsOf } from "../../../contract/mail/mail-texts.ts";
import { mailTextSettings } from "../../../contract/settings/mail-texts.ts";
import { noticeSecurity } from "../../../server/auth/notice.ts";
import { transact } from "../../../server/db/transact.ts";
import type { Api } from "../../../server/features/router.ts";
import { mailMessages } from "../../../server/mail/mail-messages.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let admin: Api;
beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
});

const update = (values: Record<string, unknown>, version = 0) =>
  admin.setting.update({ section: "mailTexts", values, secrets: {}, version });

describe("the words of mails are refused", () => {
  it("to everybody but admins, and to strangers", async () => {
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const api = await office.as(await office.hire({ role }));
      await expect(api.setting.get({ section: "mailTexts" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const stranger = await office.as();
    await expect(stranger.setting.get({ section: "mailTexts" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it.each([
    [{ digestSubject: " " }, "Betreff"],
    [{ digestSubject: "eins\nzwei" }, "Betreff"],
    [{ digestText: "Hallo {Vorname}" }, "{Vorname}"],
    [{ passwordResetText: "{Beschreibung}" }, "{Beschreibung}"],
    [{ securityText: "Etwas ist passiert." }, "{Beschreibung}"],
    [{ notificationsText: "x".repeat(2001) }, "2000"],
  ])("with %j, by name, and nothing is kept", async (values, named) => {
    const [field = ""] = Object.keys(values);
    expect(await refusalOf(update(values))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { [`values.${field}`]: [expect.stringContaining(named)] },
    });
    expect((await admin.setting.get({ section: "mailTexts" })).version).toBe(0);
  });
});

describe("the words of mails", () => {
  it("are those that come with the portal until somebody chooses others", async () => {
    const values = { Name: "Jana", Neuigkeiten: "1 Neuigkeit" };
    expect(await mailMessages(office.services.db, "digest", values)).toEqual({
      subject: "Deine Zusammenfassung: 1 Neuigkeit",
      paragraphs: ["das hast du im Portal noch nicht gelesen:"],
    });
    expect(mailTextSettings.parse({})).toEqual((await admin.setting.get({ section: "mailTexts" })).values);
  });

  it("go out as the agency has put them, and the audit log names what was changed", async () => {
    await admin.setting.update({
      section: "general",
      values: { agencyName: "Nordlicht" },
      secrets: {},
      version: 0,
    });
    await update({
      securitySubject: "{Agentur}: {Ereignis}",
      securityText: "{Name}, bitte lies das.\n\n{Beschreibung}",
    });
    const jana = await office.hire({ name: "Jana {Agentur}" });
    await transact(await office.contextOf(jana), (tx) =>
      noticeSecurity(tx, { userId: jana.id, title: "Passkey hinzugefügt", text: "Er heißt „{Name}“." }),
    );
    const mail = await office.services.db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
    expect(mail.subject).toBe("Nordlicht: Passkey hinzugefügt");
    expect(JSON.parse(mail.contentJson ?? "").paragraphs).toEqual([
      "Jana {Agentur}, bitte lies das.",
      "Er heißt „{Name}“.",
    ]);
    const [entry] = (await admin.audit.list({ where: { area: "setting" } })).data;
    expect(entry).toMatchObject({
      subject: { title: "E-Mail-Texte", href: "/settings/mail-texts" },
      fields: ["Sicherheitshinweis: Betreff", "Sicherheitshinweis: Text"],
    });
  });

  it("keep what a value holds apart from what the text says", () => {
    expect(fillText("{Name} {Anzahl} {nichts} {constructor}", { Name: "{Anzahl}", Anzahl: "3" })).toBe(
      "{Anzahl} 3 {nichts} {constructor}",
    );
    expect(paragraphsOf("eins\nzwei\n \ndrei\n\n\n")).toEqual(["eins\nzwei", "drei"]);
    expect(mailTextKinds).toHaveLength(8);
  });
});
