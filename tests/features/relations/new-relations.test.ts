import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire());
});

const key = (name: string) => `new:${name.padEnd(8, "0")}`;
const sonne = { key: key("sonne"), type: "customer", body: { name: "Bäckerei Sonne" } } as const;
const url = "https://sonne.example";
const customers = async () => (await api.customer.list({})).data.map(({ title }) => title);
const websites = async () => (await api.website.list({})).data;

describe("what a form makes with its record", () => {
  it("is refused to those who may only look", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    const body = { url, customerId: sonne.key };
    await expect(reader.website.create({ body, newRelations: [sonne] })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await customers()).toEqual([]);
  });

  it("is not there when the form is refused, nor half of it", async () => {
    const { id } = await api.website.create({ body: { url: "https://alt.example" } });
    await api.website.update({ params: { id }, body: { notes: "Neuer" }, version: 1 });
    const stale = { params: { id }, body: { customerId: sonne.key }, version: 1 };
    await expect(api.website.update({ ...stale, newRelations: [sonne] })).rejects.toMatchObject({ code: "CONFLICT" });
    const gone = { url, customerId: sonne.key, hosts: [{ id: "gibt-es-nicht", role: "web" }] };
    await expect(api.website.create({ body: gone, newRelations: [sonne] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await customers()).toEqual([]);
    expect(await websites()).toHaveLength(1);
  });

  it("takes the form with it when it is refused itself, and says so at the field that names it", async () => {
    await api.provider.create({ body: { name: "Nordhost" } });
    const provider = { key: key("nord"), type: "provider", body: { name: "Nordhost" } } as const;
    const host = { key: key("web01"), type: "host", body: { name: "web01", providerId: provider.key } } as const;
    const body = { url, hosts: [{ id: host.key, role: "web" }] };
    const refused = api.website.create({ body, newRelations: [provider, host] });
    expect(await refusalOf(refused)).toMatchObject({
      code: "CONFLICT",
      fields: { "body.hosts": [expect.any(String)] },
    });
    expect(await websites()).toEqual([]);
    expect((await api.host.list({})).data).toEqual([]);
  });

  it("obeys the schema of its type, and belongs to something in the form", async () => {
    const refused = async (relation: object, body: object) => {
      const input = { body: { url, ...body }, newRelations: [{ ...sonne, ...relation }] } as never;
      await expect(api.website.create(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    };
    const named = { customerId: sonne.key };
    await refused({ body: { name: "" } }, named);
    await refused({ body: { name: "Sonne", number: 12 } }, named);
    await refused({ type: "page", body: { title: "Seite" } }, named);
    await refused({ type: "feedback", body: { title: "Wunsch", area: "other" } }, named);
    await refused({ key: "sonne" }, { customerId: "sonne" });
    await refused({}, {});
    await refused({}, { notes: sonne.key });
    await expect(api.website.create({ body: { url, customerId: sonne.key } })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await customers()).toEqual([]);
  });

  it("is made with the record, with what it needs itself, and is named by it", async () => {
    const provider = { key: key("nord"), type: "provider", body: { name: "Nordhost" } } as const;
    const host = { key: key("web01"), type: "host", body: { name: "web01", providerId: provider.key } } as const;
    const tag = { key: key("relaunch"), type: "tag", body: { name: "Relaunch" } } as const;
    const body = {
      url,
      customerId: sonne.key,
      hosts: [{ id: host.key, role: "web" as const }],
      tags: [tag.key],
    };
    const { id } = await api.website.create({ body, newRelations: [sonne, provider, host, tag] });
    const { values } = await api.website.get({ id });
    expect(values).toMatchObject({
      customerId: { label: "Bäckerei Sonne" },
      hosts: [{ label: "web01", role: "web" }],
      tags: [{ name: "Relaunch" }],
    });
    const [made] = (await api.host.list({})).data;
    expect(made?.values.providerId).toMatchObject({ label: "Nordhost" });
  });

  it("is made once when the form is sent again", async () => {
    const form = { body: { url, customerId: sonne.key }, creationId: "formular-1", newRelations: [sonne] };
    const [one, other] = [await api.website.create(form), await api.website.create(form)];
    expect(other.id).toBe(one.id);
    expect(await customers()).toEqual(["Bäckerei Sonne"]);
  });

  it("comes with an edit of one or many records, with tags and with a return", async () => {
    const { id } = await api.website.create({ body: { url } });
    await api.website.update({ params: { id }, body: { customerId: sonne.key }, version: 1, newRelations: [sonne] });
    const mond = { key: key("mond"), type: "customer", body: { name: "Café Mond" } } as const;
    const many = { selection: { ids: [id] }, body: { customerId: mond.key }, newRelations: [mond] };
    expect(await api.website.updateMany(many)).toMatchObject({ ok: 1 });
    const tag = { key: key("relaunch"), type: "tag", body: { name: "Relaunch" } } as const;
    await api.website.tagMany({ selection: { ids: [id] }, add: [tag.key], newRelations: [tag] });
    const [website] = await websites();
    expect(website?.values).toMatchObject({ customerId: { label: "Café Mond" }, tags: [{ name: "Relaunch" }] });
    expect(await customers()).toEqual(["Bäckerei Sonne", "Café Mond"]);
  });
});
