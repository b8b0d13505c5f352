import { beforeEach, describe, expect, it } from "vitest";
import { changeFieldLabel } from "../../../contract/changes/change-fields.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal } from "../../support/records/refusals.ts";

let office: Office;
let boss: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  boss = await office.hire({ role: "admin", name: "Timo Brandt" });
  admin = await office.as(boss);
});

describe("the protocol", () => {
  it("is for admins alone", async () => {
    for (const role of ["maintainer", "member", "readonly"] as const)
      await expect((await office.as(await office.hire({ role }))).audit.list({})).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    await expect((await office.as(undefined)).audit.list({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("says in German who did what to which record, with the names of the fields", async () => {
    const { id } = await createRecord(admin, "customer", { name: "Weingut Amsel" });
    await admin.customer.update({ params: { id }, body: { email: "post@amsel.example" }, version: 1 });
    const [entry] = (await admin.audit.list({})).data;
    expect(entry).toMatchObject({
      label: "Kunde geändert",
      actor: { id: boss.id, name: "Timo Brandt" },
      subject: { type: "customer", id, title: "Weingut Amsel", href: `/customers/${id}` },
      fields: ["E-Mail"],
    });
  });

  it("is narrowed by person, area and days in Berlin", async () => {
    await createRecord(admin, "tag");
    office.advance(14 * 3_600_000);
    const jana = await office.as(await office.hire({ name: "Jana Petersen" }));
    await createRecord(jana, "website");
    const count = async (where: object) => (await admin.audit.list({ where })).totalItems;
    expect(await count({ area: "tag" })).toBe(1);
    expect(await count({ actorId: boss.id })).toBe(1);
    expect(await count({ to: "2026-11-20" })).toBe(1);
    expect(await count({ from: "2026-11-21" })).toBe(
      (await count({ area: "website" })) + (await count({ area: "domain" })),
    );
    await expectRefusal(admin.audit.list({ where: { from: "gestern" } }), "BAD_REQUEST", "where.from");
  });

  it("hides the name and the id of a page that is somebody's own", async () => {
    const jana = await office.hire({ name: "Jana Petersen" });
    const { id } = await createRecord(await office.as(jana), "page", { title: "Tagebuch", visibility: "private" });
    const answer = await admin.audit.list({});
    expect(answer.data.find(({ subject }) => subject.type === "page")?.subject.title).toBeNull();
    expect(JSON.stringify(answer)).not.toContain("Tagebuch");
    expect(JSON.stringify(answer)).not.toContain(id);
  });

  it("names the section of the settings and only the fields that are different now", async () => {
    await admin.setting.update({
      section: "network",
      values: { allowedNetworks: ["10.0.0.5"] },
      secrets: {},
      version: 0,
    });
    await admin.setting.update({ section: "privacy", values: { signInDays: 90 }, secrets: {}, version: 0 });
    const [privacy, network] = (await admin.audit.list({ where: { area: "setting" } })).data;
    expect(privacy).toMatchObject({
      label: "Einstellungen geändert",
      subject: { title: "Datenschutz", href: "/settings/privacy" },
      fields: ["Aufbewahrung: Anmeldungen"],
    });
    expect(network).toMatchObject({ subject: { title: "Netzwerk" }, fields: ["Erlaubte Netze"] });
  });

  it("keeps the name of a token that is gone", async () => {
    const { id } = await admin.apiToken.create({ name: "Kasse", scopes: ["records:read"], days: 30 });
    await admin.apiToken.revoke({ id });
    const entries = (await admin.audit.list({ where: { area: "apiToken" } })).data;
    expect(entries.map(({ label, subject }) => [label, subject.title])).toEqual([
      ["API-Token widerrufen", "Kasse"],
      ["API-Token erstellt", "Kasse"],
    ]);
  });
});

it("says nothing of what is there for the portal alone", () => {
  expect(["revision", "sessionId", "parentId", "reason"].map(changeFieldLabel)).toEqual([
    undefined,
    undefined,
    "Übergeordnete Seite",
    "Grund",
  ]);
});
