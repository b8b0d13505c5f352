import { beforeEach, describe, expect, it } from "vitest";
import { recordTypes } from "../../../contract/records/record-types.ts";
import { type Api, appRouter } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { storeFile } from "../../support/import-desk.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

interface Declared {
  _def: { inputs: readonly { shape?: object }[] };
}

const creationId = "ein-formular-1";
let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire();
  api = await office.as(jana);
});

describe("a form whose answer was lost", () => {
  it.each(recordTypes.filter((type) => type !== "page"))("creates one %s when it is sent again", async (type) => {
    const chief = await office.as(await office.hire({ role: "admin" }));
    const body = await leastBody(chief, type);
    const first = await chief[type].create({ body, creationId });
    const again = await chief[type].create({ body, creationId });
    expect(again.id).toBe(first.id);
    expect(again.version).toBe(1);
  });

  it("keeps what was changed before it was sent again", async () => {
    const { id } = await api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const again = await api.customer.create({ body: { name: "Bäckerei Sonne" }, creationId });
    expect(again).toMatchObject({ id, title: "Bäckerei Sonne" });
    expect(await api.customer.create({ body: { name: "Bäckerei Mond" }, creationId })).toMatchObject({
      id,
      version: 3,
    });
    expect((await api.customer.list({})).data).toHaveLength(1);
  });

  it("does not overwrite what somebody else has changed since", async () => {
    const { id } = await api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const timo = await office.as(await office.hire({ name: "Timo Brandt" }));
    await timo.customer.update({ params: { id }, body: { name: "Timos Bäckerei" }, version: 1 });
    const again = api.customer.create({ body: { name: "Janas Bäckerei" }, creationId });
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await api.customer.list({})).data).toMatchObject([{ id, title: "Timos Bäckerei", version: 2 }]);
  });

  it("may be sent twice at the same time", async () => {
    const create = () => api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const [one, other] = await Promise.all([create(), create()]);
    expect(one.id).toBe(other.id);
  });

  it("means its own creation, not that of another person or type, and none at all after a refusal", async () => {
    await expect(api.customer.create({ body: { name: "" }, creationId })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const own = await api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const timo = await office.as(await office.hire({ name: "Timo Brandt" }));
    const foreign = await timo.customer.create({ body: { name: "Schreinerei" }, creationId });
    expect(foreign.id).not.toBe(own.id);
  });

  it("creates its wiki page once, from a template too, and another person's page for itself", async () => {
    for (const templateId of [undefined, "template-emergency"] as const) {
      const page = { body: { title: "Handbuch" }, parentId: null, templateId, creationId: `seite-${templateId}` };
      const first = await api.page.create(page);
      expect(await api.page.create(page)).toMatchObject({ id: first.id, title: "Handbuch" });
      const timo = await office.as(await office.hire({ name: "Timo Brandt" }));
      expect((await timo.page.create(page)).id).not.toBe(first.id);
    }
    const pages = await office.services.db.selectFrom("pages").select("createdById").execute();
    expect(pages.filter(({ createdById }) => createdById === jana.id)).toHaveLength(2);
  });

  const once = {
    "API token": (of: Api, creationId: string) =>
      of.apiToken.create({ name: "Skript", scopes: ["records:read"], days: 30, creationId }),
    "calendar feed": (of: Api, creationId: string) =>
      of.calendarFeed.create({ name: "Fristen", scope: "mine", categories: ["contract"], creationId }),
    webhook: (of: Api, creationId: string) =>
      of.webhook.create({ body: { url: "https://receiver.example/hook", events: ["*"] }, creationId }),
  };

  it.each(Object.keys(once) as (keyof typeof once)[])("makes one %s and never tells its secret again", async (kind) => {
    const [ada, timo] = [await office.hire({ role: "admin" }), await office.hire({ role: "admin" })];
    const [adas, timos] = [await office.as(ada), await office.as(timo)];
    const { db } = office.services;
    const rows = async () => [
      await db.selectFrom("apiTokens").select(["id", "tokenHash"]).execute(),
      await db.selectFrom("calendarFeeds").select(["id", "tokenHash"]).execute(),
      await db.selectFrom("webhooks").select(["id", "sealedSecret"]).execute(),
      await db.selectFrom("notifications").select("id").where("forUserId", "=", ada.id).execute(),
    ];
    await once[kind](adas, creationId);
    const kept = await rows();
    const again = await refusalOf(once[kind](adas, creationId));
    expect(again).toMatchObject({ code: "CONFLICT" });
    expect(await rows()).toEqual(kept);
    const twice = await Promise.allSettled([1, 2].map(() => once[kind](adas, "zugleich-gesendet")));
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(once[kind](timos, creationId)).resolves.toHaveProperty("id");
    await expect(once[kind](adas, "ein-anderes-formular")).resolves.toHaveProperty("id");
  });

  it("is refused under an id that stood for something else", async () => {
    await api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const other = await refusalOf(api.tag.create({ body: { name: "Relaunch" }, creationId }));
    expect(other).toMatchObject({ code: "CONFLICT" });
    expect((await api.tag.list({})).data).toEqual([]);
    await api.tag.create({ body: { name: "Relaunch" }, creationId: "ein-anderes-formular" });
  });

  it("gives its feedback and its comment once", async () => {
    const given = { body: { title: "Dunkles Design", area: "wiki" }, files: [], creationId };
    const first = await api.feedback.give(given);
    expect(await api.feedback.give(given)).toMatchObject({ id: first.id, number: first.number });
    expect((await api.feedback.list({})).data).toHaveLength(1);
    const comment = { id: first.id, body: "Auch mobil.", mentions: [], creationId: "ein-kommentar-1" };
    const said = await api.feedback.comment(comment);
    expect(await api.feedback.comment(comment)).toEqual(said);
    expect((await api.feedback.entry({ id: first.id })).comments).toHaveLength(1);
  });

  it("copies a page once, with its subpages, and keeps it as one template", async () => {
    const page = await api.page.create({ body: { title: "Handbuch" } });
    await api.page.create({ body: { title: "Kapitel" }, parentId: page.id });
    const count = async () => (await office.services.db.selectFrom("pages").select("id").execute()).length;
    const copy = { id: page.id, withChildren: true, creationId: "eine-kopie-1" };
    const first = await api.page.duplicate(copy);
    expect(await api.page.duplicate(copy)).toEqual(first);
    expect(await count()).toBe(4);
    const template = { id: page.id, creationId: "eine-vorlage-1" };
    const both = await Promise.all([api.page.saveAsTemplate(template), api.page.saveAsTemplate(template)]);
    expect(both[0].id).toBe(both[1].id);
    expect(await count()).toBe(5);
  });

  it("keeps its view once, and a view that was renamed since under its new name", async () => {
    const view = { body: { type: "website" as const, name: "Meine", state: { where: [] } }, creationId };
    const { id } = await api.savedView.create(view);
    await api.savedView.update({ params: { id }, body: { name: "Unsere" } });
    expect(await api.savedView.create(view)).toMatchObject({ id, name: "Unsere" });
    expect(await api.savedView.list({ type: "website" })).toHaveLength(1);
    const timo = await office.as(await office.hire());
    expect((await timo.savedView.create(view)).id).not.toBe(id);
  });

  it("begins its import once, also when the file was sent a second time", async () => {
    const maya = await office.hire({ role: "maintainer" });
    const mayas = await office.as(maya);
    const begin = async () => {
      const fileKey = await storeFile(office, maya, "kunden.csv", "name\nMauer");
      return mayas.import.create({ type: "customer", fileKey, creationId });
    };
    const [first, again] = await Promise.all([begin(), begin()]);
    expect(again).toEqual(first);
    expect(await begin()).toEqual(first);
    expect((await mayas.import.list({ type: "customer" })).data).toHaveLength(1);
  });

  it("puts its messages on a page once", async () => {
    const { id: chatId } = await api.chat.create({ title: "Umzug", body: "Am Montag.", clientId: "eine-nachricht-1" });
    const { id: pageId } = await api.page.create({ body: { title: "Protokoll" } });
    const section = { chatId, pageId, numbers: [1], heading: "Beschluss", creationId: "ein-abschnitt-1" };
    await api.chat.toPage(section);
    expect(await api.chat.toPage(section)).toMatchObject({ id: pageId });
    expect((await api.page.read({ id: pageId })).html.match(/Beschluss/g)).toHaveLength(1);
  });

  it("is known to every procedure that creates", () => {
    // A chat's messages carry an id of their own, tickets of uploads run out, pages of the API come with an idempotency
    // key, a new link replaces the one before, a browser is known by the address of its push service, and an address that
    // was found out about becomes a website once.
    const otherwise = [
      "chat.create",
      "discovery.createSites",
      "file.createUpload",
      "pageTransfer.create",
      "pushSubscription.create",
      "user.createPasswordLink",
    ];
    const creating = Object.entries(appRouter._def.procedures as unknown as Record<string, Declared>).filter(([name]) =>
      /\.(create|give$|comment$|duplicate|saveAs|toPage)/.test(name),
    );
    const without = creating.filter(([, { _def }]) => !_def.inputs.some(({ shape }) => shape && "creationId" in shape));
    expect(without.map(([name]) => name).toSorted()).toEqual(otherwise);
    expect(creating.length).toBeGreaterThan(20);
  });
});
