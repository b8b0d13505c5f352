import { beforeEach, describe, expect, it } from "vitest";
import { recordTypes } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

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
    expect(again).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("wurde schon angelegt") });
    expect(await rows()).toEqual(kept);
    const twice = await Promise.allSettled([1, 2].map(() => once[kind](adas, "zugleich-gesendet")));
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(once[kind](timos, creationId)).resolves.toHaveProperty("id");
    await expect(once[kind](adas, "ein-anderes-formular")).resolves.toHaveProperty("id");
  });

  it("is refused under an id that stood for something else", async () => {
    await api.customer.create({ body: { name: "Bäckerei" }, creationId });
    const other = await refusalOf(api.tag.create({ body: { name: "Relaunch" }, creationId }));
    expect(other).toMatchObject({
      code: "CONFLICT",
      message: "Dieses Formular wurde schon gesendet. Bitte neu laden.",
    });
    expect((await api.tag.list({})).data).toEqual([]);
  });

  it("gives its feedback once", async () => {
    const given = { body: { title: "Dunkles Design", area: "wiki" }, files: [], creationId };
    const first = await api.feedback.give(given);
    expect(await api.feedback.give(given)).toMatchObject({ id: first.id, number: first.number });
    expect((await api.feedback.list({})).data).toHaveLength(1);
  });
});
