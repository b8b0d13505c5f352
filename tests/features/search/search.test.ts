import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { FoundType } from "../../../contract/search/search.ts";
import { transact } from "../../../server/db/transact.ts";
import { customers } from "../../../server/features/customers/store.ts";
import type { Api } from "../../../server/features/router.ts";
import { createRecordIn } from "../../../server/records/commands.ts";
import { indexAlone } from "../../../server/search/index-record.ts";
import { spreadNames } from "../../../server/search/name-queue.ts";
import { rebuildSearch, repairSearch } from "../../../server/search/rebuild.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { putPage } from "../../support/wiki/pages.ts";

let office: Office;
let timo: Person;
let api: Api;
let member: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin", email: "timo@agentur.example" });
  api = await office.as(timo);
  // An address that is searched by admins: made of an id it would be found by digits.
  member = await office.as(await office.hire({ name: "Jana Petersen", email: "jana@agentur.example" }));
});

const make = (type: RecordType, body: RecordBody = {}) => createRecord(api, type, body);
const hits = async (query: string, types?: FoundType[]) => (await api.search.find({ query, types })).hits;
const titles = async (query: string, types?: FoundType[]) => (await hits(query, types)).map(({ title }) => title);
const listed = async (type: RecordType, search: string) =>
  (await api[type].list({ search })).data.map(({ title }) => title);

describe("who may search", () => {
  it("is nobody who is not signed in", async () => {
    const stranger = await office.as();
    await expect(stranger.search.find({ query: "amsel" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(stranger.recent.touch({ type: "website", id: "x" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("asks for no more than ten results and 200 letters", async () => {
    await expect(api.search.find({ query: "a".repeat(201) })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.search.find({ query: "a", limit: 11 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(api.search.find({ query: "a", types: ["tag" as never] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("does not find a domain by who holds it, without the right to see holders", async () => {
    const holder = { holderName: "Ottilie Wunderlich", holderEmail: "wunder@lich.example", holderPhone: "030 998877" };
    await make("domain", { name: "amsel.example", ...holder });
    for (const query of ["Wunderlich", "wun", "ot", "wunder@lich.example", "030998877", "amsel wunderlich"]) {
      expect((await member.search.find({ query })).hits, query).toEqual([]);
      expect((await member.domain.list({ search: query })).data, query).toEqual([]);
      expect(await member.domain.options({ search: query }), query).toEqual([]);
      expect(await titles(query), query).toEqual(["amsel.example"]);
      expect(await listed("domain", query), query).toEqual(["amsel.example"]);
    }
  });

  it("does not find anything by what it costs", async () => {
    await make("domain", { name: "amsel.example", costCents: 987654 });
    for (const query of ["987654", "9876,54", "9876.54"]) {
      expect(await titles(query)).toEqual([]);
      expect((await member.domain.list({ search: query })).data).toEqual([]);
    }
  });

  it("finds people by their address only for who may read it", async () => {
    expect(await titles("timo@agentur.example")).toEqual(["Timo Brandt"]);
    expect((await member.search.find({ query: "timo@agentur.example" })).hits).toEqual([]);
    expect((await member.search.find({ query: "brandt" })).hits).toMatchObject([
      { type: "user", title: "Timo Brandt", href: `/users/${timo.id}` },
    ]);
  });
});

describe("what is found", () => {
  it.each(["müller", "Muller", "MUELLER", "müll", "üller", "mü", "m"])("„%s“ finds Müller", async (query) => {
    await make("customer", { name: "Müller & Söhne" });
    expect(await titles(query)).toContain("Müller & Söhne");
    expect(await listed("customer", query)).toEqual(["Müller & Söhne"]);
  });

  it("finds Mueller and Straße in every spelling", async () => {
    await make("customer", { name: "Mueller Straßenbau" });
    for (const query of ["müller", "muller", "strassenbau", "STRASSE", "straße"])
      expect(await titles(query), query).toEqual(["Mueller Straßenbau"]);
  });

  it("finds parts of compounds, and all words in any order", async () => {
    await make("website", { name: "Kundenportal Weingut", url: "https://a.example" });
    await make("website", { name: "Portalbau", url: "https://b.example" });
    expect(await listed("website", "portal")).toEqual(["Kundenportal Weingut", "Portalbau"]);
    expect(await listed("website", "weingut kunden")).toEqual(["Kundenportal Weingut"]);
    expect(await listed("website", "weingut fehlt")).toEqual([]);
  });

  it("finds hosts by their addresses in every form", async () => {
    await make("host", { name: "web03", ips: ["192.0.2.10", "2001:db8::a:1"], hostname: "web03.hoster.example" });
    for (const query of ["192.0.2.10", "192.0.2", "2001:db8::a:1", "2001:0DB8:0:0:0:0:000A:0001", "web03.hoster"]) {
      expect(await titles(query), query).toEqual(["web03"]);
      expect(await listed("host", query), query).toEqual(["web03"]);
    }
  });

  it("finds devices by their serial and inventory number, with and without hyphens", async () => {
    await make("device", { name: "Notebook", serial: "C02-XY-123", assetTag: "MT-00007" });
    for (const query of ["C02-XY-123", "c02xy123", "02-xy", "c02-xy123", "MT-00007", "mt00007", "00007"])
      expect(await titles(query), query).toEqual(["Notebook"]);
  });

  it("finds customers by number, by contacts and by telephone in any grouping", async () => {
    const { id: customerId } = await make("customer", { name: "Amsel", number: "K-00042", phone: "+49 30 1234567" });
    await make("contact", { customerId, firstName: "Wiebke", lastName: "Ahlers", mobile: "0171 / 555 44 33" });
    for (const query of ["K-00042", "k00042", "030 1234567", "030/123 45-67", "+49 (0)30 1234567", "0049301234567"])
      expect(await listed("customer", query), query).toEqual(["Amsel"]);
    for (const query of ["wiebke", "ahlers wiebke", "01715554433", "0171 555"])
      expect(await listed("customer", query), query).toEqual(["Amsel"]);
  });

  it("finds domains and websites by both forms of a name with umlauts", async () => {
    await make("domain", { name: "fährblick.example" });
    await make("website", { name: "Hotel", url: "https://www.fährblick.example/zimmer" });
    for (const query of ["fährblick", "xn--fhrblick-0za.example", "faehrblick", "fahrblick.example"]) {
      expect(await listed("domain", query), query).toEqual(["fährblick.example"]);
      expect(await listed("website", query), query).toEqual(["Hotel"]);
    }
  });

  it("finds websites by their address, however much of it is given", async () => {
    await make("website", { name: "Laden", url: "https://www.laden.example/shop" });
    for (const query of ["laden.example", "https://laden.example/", "http://www.laden.example", "www.laden", "/shop"])
      expect(await listed("website", query), query).toEqual(["Laden"]);
  });

  it("finds websites and devices by the name of their customer", async () => {
    const { id } = await make("customer", { name: "Stadtwerke Elmstedt" });
    await make("website", { name: "Portal", url: "https://p.example", customerId: id });
    const device = await make("device", { name: "Notebook" });
    await api.device.checkOut({ deviceIds: [device.id], to: { type: "customer", id } });
    expect(await listed("website", "elmstedt")).toEqual(["Portal"]);
    expect(await listed("website", "stadtwerke portal")).toEqual(["Portal"]);
    expect(await listed("device", "elmstedt")).toEqual(["Notebook"]);
  });

  it("finds devices by whoever has them, as they move and as names change", async () => {
    const found = async (query: string) => [await listed("device", query), await titles(query, ["device"])];
    const anna = await office.hire({ name: "Annegret Kowalski", role: "readonly" });
    const { id: locationId } = await make("location", { name: "Rechenzentrum Uelzen" });
    const { id: customerId } = await make("customer", { name: "Stadtwerke Elmstedt" });
    const { id: deviceId } = await make("device", { name: "Falke 14" });
    const hand = (type: "user" | "location" | "customer", id: string) =>
      api.device.checkOut({ deviceIds: [deviceId], to: { type, id } });
    await hand("user", anna.id);
    expect(await found("kowalski")).toEqual([["Falke 14"], ["Falke 14"]]);
    expect(await found("falke annegret")).toEqual([["Falke 14"], ["Falke 14"]]);
    await (await office.as(anna)).user.update({ params: { id: anna.id }, body: { name: "Annegret Wunder" } });
    expect(await found("kowalski")).toEqual([[], []]);
    expect(await found("wunder")).toEqual([["Falke 14"], ["Falke 14"]]);
    await api.device.checkIn({ deviceIds: [deviceId] });
    expect(await found("wunder")).toEqual([[], []]);
    await hand("location", locationId);
    expect(await found("uelzen")).toEqual([["Falke 14"], ["Falke 14"]]);
    await api.location.update({ params: { id: locationId }, body: { name: "Halle Soltau" } });
    expect(await found("uelzen")).toEqual([[], []]);
    expect(await found("soltau")).toEqual([["Falke 14"], ["Falke 14"]]);
    await api.device.checkIn({ deviceIds: [deviceId] });
    await hand("customer", customerId);
    await api.customer.update({ params: { id: customerId }, body: { name: "Werke Celle" } });
    expect(await found("celle")).toEqual([["Falke 14"], ["Falke 14"]]);
  });

  it("leads from contacts to their customer, and to the page of a contract", async () => {
    const { id: customerId } = await make("customer", { name: "Amsel" });
    await make("contact", { customerId, firstName: "Wiebke", lastName: "Ahlers", position: "Technik" });
    const contract = await make("contract", { customerId, title: "Wartung Premium", number: "V-77" });
    expect(await hits("ahlers", ["contact"])).toMatchObject([
      { title: "Wiebke Ahlers", note: "Technik, Amsel", href: `/customers/${customerId}/contacts` },
    ]);
    expect(await hits("v-77")).toMatchObject([
      { type: "contract", title: "Wartung Premium", note: "V-77, Amsel", href: `/contracts/${contract.id}` },
    ]);
  });

  it.each(['"', "*", "-", "NEAR(", "a OR b", 'x" OR "y', "tokens:w", "^", "'; drop table users; --", "%", "_", "."])(
    "takes „%s“ for what it is",
    async (query) => {
      await make("customer", { name: "Amsel" });
      expect(await titles(query)).toEqual([]);
      expect(await listed("customer", query)).toEqual([]);
    },
  );

  it("takes 200 letters and many words", async () => {
    await make("customer", { name: "Amsel" });
    expect(await titles("amsel".repeat(40))).toEqual([]);
    expect(await titles("amsel ".repeat(33))).toEqual(["Amsel"]);
    expect(await titles("äöü ".repeat(50).trim())).toEqual([]);
  });
});

describe("what follows a change", () => {
  it("finds a record by what it holds now", async () => {
    const { id } = await make("website", { name: "Alter Name", url: "https://alt.example" });
    await api.website.update({ params: { id }, body: { name: "Neuer Name" } });
    expect(await listed("website", "alter")).toEqual([]);
    expect(await listed("website", "neuer")).toEqual(["Neuer Name"]);
  });

  it("carries a customer's new name to everything that is found by it", async () => {
    const { id } = await make("customer", { name: "Meise" });
    await make("website", { name: "Portal", url: "https://p.example", customerId: id });
    await api.customer.update({ params: { id }, body: { name: "Amsel" } });
    expect(await listed("website", "meise")).toEqual([]);
    expect(await listed("website", "amsel")).toEqual(["Portal"]);
  });

  it("carries it to the first at once and to thousands soon, also when the name changes meanwhile", async () => {
    const { id } = await make("customer", { name: "Meise" });
    for (let count = 0; count < 120; count += 1)
      await make("website", { name: `Portal ${count}`, url: `https://p${count}.example`, customerId: id });
    const found = async (name: string) => (await api.website.list({ search: name })).totalItems;
    await api.customer.update({ params: { id }, body: { name: "Amsel" } });
    // Each website came with a domain, which is found by the name as well.
    expect([await found("amsel"), await found("meise")]).toEqual([25, 95]);
    await api.customer.update({ params: { id }, body: { name: "Drossel" } });
    await spreadNames(office.services);
    expect([await found("drossel"), await found("amsel"), await found("meise")]).toEqual([120, 0, 0]);
    await api.customer.archive({ id });
    await api.website.list({ search: "drossel" });
    expect(await office.services.db.selectFrom("searchQueue").selectAll().execute()).toEqual([]);
  });

  it("follows a contact from one customer to another, and away", async () => {
    const meise = await make("customer", { name: "Meise" });
    const amsel = await make("customer", { name: "Amsel" });
    const { id } = await make("contact", { customerId: meise.id, lastName: "Ahlers" });
    await api.contact.update({ params: { id }, body: { customerId: amsel.id } });
    expect(await listed("customer", "ahlers")).toEqual(["Amsel"]);
    await api.contact.archive({ id });
    expect(await listed("customer", "ahlers")).toEqual([]);
    await api.contact.restore({ id });
    expect(await listed("customer", "ahlers")).toEqual(["Amsel"]);
  });

  it("shows what is archived last and marked, and what is deleted no more", async () => {
    const { id } = await make("website", { name: "Amsel alt", url: "https://alt.example" });
    await make("website", { name: "Eine Amsel", url: "https://neu.example" });
    await api.website.archive({ id });
    expect(await hits("amsel", ["website"])).toMatchObject([
      { title: "Eine Amsel", archived: false },
      { title: "Amsel alt", archived: true },
    ]);
    expect(await listed("website", "amsel")).toEqual(["Eine Amsel"]);
    expect((await api.website.list({ search: "amsel", archived: true })).totalItems).toBe(1);
    await api.website.delete({ id, title: "Amsel alt" });
    expect(await titles("amsel alt")).toEqual([]);
    expect(
      (await office.services.db.selectFrom("searchDocuments").selectAll().execute()).map((row) => row.recordId),
    ).not.toContain(id);
  });

  it("forgets what went with a deleted customer", async () => {
    const { id: customerId } = await make("customer", { name: "Amsel" });
    await api.contact.create({ body: { customerId, lastName: "Ahlers" } });
    await api.customer.archive({ id: customerId });
    await api.customer.delete({ id: customerId, title: "Amsel" });
    expect(await titles("ahlers")).toEqual([]);
    const kept = office.services.db
      .selectFrom("searchDocuments")
      .selectAll()
      .where("recordType", "in", ["customer", "contact"]);
    expect(await kept.execute()).toEqual([]);
  });

  it("leaves no trace of a change that is undone", async () => {
    const ctx = { ...(await office.contextOf(timo)), person: timo, sessionId: "s" };
    const undone = transact(ctx, async (tx) => {
      await createRecordIn(tx, customers, ctx, { name: "Spurlos" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await titles("spurlos")).toEqual([]);
    expect(await listed("customer", "spurlos")).toEqual([]);
  });
});

describe("the repair", () => {
  const rawCustomer = (id: string, name: string) => {
    const at = office.services.now().toISOString();
    const row = { id, name, title: name, sortTitle: name, number: id, kind: "company", status: "active" };
    return office.services.db
      .insertInto("customers")
      .values({ ...row, createdAt: at, updatedAt: at } as never)
      .execute();
  };

  it("finds what came in by another way, forgets what went, and does nothing the second time", async () => {
    await make("customer", { name: "Bleibt" });
    const { id } = await make("customer", { name: "Geht" });
    await rawCustomer("c1", "Kommt");
    await office.services.db.deleteFrom("customers").where("id", "=", id).execute();
    await sql`delete from search_fts where rowid = 1`.execute(office.services.db);
    expect(await repairSearch(office.services)).toEqual({ indexed: 2, removed: 2 });
    expect(await listed("customer", "kommt")).toEqual(["Kommt"]);
    expect(await listed("customer", "bleibt")).toEqual(["Bleibt"]);
    expect(await repairSearch(office.services)).toEqual({ indexed: 0, removed: 0 });
  });

  it("forms everything anew", async () => {
    await make("customer", { name: "Amsel" });
    await rawCustomer("c1", "Meise");
    const { indexed, removed } = await rebuildSearch(office.services);
    expect([indexed > 1, removed]).toEqual([true, 0]);
    expect(await listed("customer", "amsel")).toEqual(["Amsel"]);
    expect(await listed("customer", "meise")).toEqual(["Meise"]);
  });
});

describe("the order of results", () => {
  it("puts a whole value before the beginning of a title, of a word, and its middle", async () => {
    await make("website", { name: "Das Kundenportal", url: "https://d.example" });
    await make("website", { name: "Neues Portal 24", url: "https://c.example" });
    await make("website", { name: "Portalbau", url: "https://b.example" });
    await make("website", { name: "Portal", url: "https://a.example" });
    expect(await titles("portal")).toEqual(["Portal", "Portalbau", "Neues Portal 24", "Das Kundenportal"]);
  });

  it("puts an exact number first", async () => {
    await make("customer", { name: "K-00001 Fanclub", number: "K-99999" });
    await make("customer", { name: "Amsel", number: "K-00001" });
    await make("customer", { name: "Meise", number: "K-000011" });
    expect((await titles("k-00001"))[0]).toBe("Amsel");
  });

  it("puts the website before its domain for its address, and a name before what merely mentions it", async () => {
    await make("website", { name: "Neu", url: "https://www.neu.example" });
    expect((await hits("https://neu.example")).map(({ type }) => type)).toEqual(["website", "domain"]);
    await make("website", { name: "Laden", url: "https://laden.example", cms: "wordpress" });
    await make("website", { name: "WordPress-Schulung", url: "https://schulung.example" });
    expect(await titles("wordpress", ["website"])).toEqual(["WordPress-Schulung", "Laden"]);
  });

  it("puts what is the person's own before its equals, and what changed lately before what did not", async () => {
    await make("website", { name: "Shop alt", url: "https://alt.example" });
    office.advance(60 * 86_400_000);
    await make("website", { name: "Shop neu", url: "https://neu.example" });
    expect(await titles("shop", ["website"])).toEqual(["Shop neu", "Shop alt"]);

    const jana = await office.hire({ name: "Jana Petersen" });
    await make("website", { name: "Shop von Jana", url: "https://jana.example", responsibleUserId: jana.id });
    const { hits: ofJana } = await (await office.as(jana)).search.find({ query: "shop", types: ["website"] });
    expect(ofJana.map(({ title }) => title)).toEqual(["Shop von Jana", "Shop neu", "Shop alt"]);
  });

  it("keeps to the asked types and number", async () => {
    for (let count = 0; count < 12; count += 1) await make("customer", { name: `Amsel ${count}` });
    await make("domain", { name: "amsel.example" });
    expect(await titles("amsel")).toHaveLength(10);
    expect(await titles("amsel", ["domain"])).toEqual(["amsel.example"]);
    expect((await api.search.find({ query: "amsel", limit: 3 })).hits).toHaveLength(3);
  });
});

describe("an address", () => {
  const proposed = async (query: string, person = api) =>
    (await person.search.find({ query })).proposals.map(({ kind, value, href }) => [kind, value, href]);

  it("offers to create the website and its domain", async () => {
    expect(await proposed("https://Shop.Neu.example/pfad")).toEqual([
      [
        "createWebsite",
        "https://shop.neu.example/pfad",
        `/discover?url=${encodeURIComponent("https://shop.neu.example/pfad")}`,
      ],
      ["createDomain", "neu.example", "/domains/new?name=neu.example"],
    ]);
    expect(await proposed("müller.example")).toEqual([
      [
        "createWebsite",
        "https://xn--mller-kva.example",
        `/discover?url=${encodeURIComponent("https://xn--mller-kva.example")}`,
      ],
      ["createDomain", "müller.example", `/domains/new?name=${encodeURIComponent("müller.example")}`],
    ]);
  });

  it("finds what is kept already instead", async () => {
    await make("website", { name: "Neu", url: "https://neu.example" });
    expect(await proposed("neu.example")).toEqual([]);
    expect((await hits("neu.example")).map(({ type }) => type).sort()).toEqual(["domain", "website"]);
  });

  it("offers nothing to people who may only read, but who is at an IP address", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect(await proposed("neu.example", reader)).toEqual([]);
    expect(await proposed("192.0.2.10", reader)).toEqual([
      ["hostsAtAddress", "192.0.2.10", "/hosts?f%5Bips%5D=equals%3A192.0.2.10"],
    ]);
    expect(await proposed("[2001:DB8::0:1]")).toMatchObject([["hostsAtAddress", "2001:db8::1", expect.anything()]]);
  });

  it.each(["amsel", "zwei worte.example", "...", "a.", "300.1.2.3"])("is not read into „%s“", async (query) => {
    expect(await proposed(query)).toEqual([]);
  });
});

describe("what was opened last", () => {
  it("stands in the answer to an empty search, the latest first, for this person alone", async () => {
    const website = await make("website", { name: "Portal", url: "https://p.example" });
    const customer = await make("customer", { name: "Amsel" });
    await api.recent.touch({ type: "website", id: website.id });
    office.advance(1000);
    await api.recent.touch({ type: "customer", id: customer.id });
    office.advance(1000);
    await api.recent.touch({ type: "website", id: website.id });
    const { recents, hits: found } = await api.search.find({});
    expect(found).toEqual([]);
    expect(recents).toMatchObject([
      { type: "website", title: "Portal", href: `/websites/${website.id}`, note: "p.example" },
      { type: "customer", title: "Amsel" },
    ]);
    expect((await member.search.find({})).recents).toEqual([]);
  });

  it("keeps eight, without what is archived or gone", async () => {
    const made = [];
    for (let count = 0; count < 10; count += 1) {
      const { id } = await make("customer", { name: `Kunde ${count}` });
      made.push(id);
      office.advance(1000);
      await api.recent.touch({ type: "customer", id });
    }
    await api.customer.archive({ id: made[9] as string });
    await api.recent.touch({ type: "website", id: "never was" });
    const { recents } = await api.search.find({});
    expect(recents.map(({ title }) => title)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((count) => `Kunde ${count}`));
  });
});

describe("where it stands", () => {
  it("is said of results that do not show what was typed, and only of those", async () => {
    const customer = await make("customer", { name: "Hotel Fährblick", vatId: "DE136695976" });
    await make("device", { name: "Falke 14", orderNo: "B-2024-77", notes: "Akku getauscht" });
    await make("website", { name: "Buchung", url: "https://buchung.example", customerId: customer.id });
    const matched = async (query: string, type: FoundType) => (await hits(query, [type])).map((hit) => hit.matched);
    expect(await matched("b-2024-77", "device")).toEqual([{ label: "Bestellnr.", value: "B-2024-77" }]);
    expect(await matched("akku", "device")).toEqual([{ label: "Notizen", value: null }]);
    expect(await matched("fährblick", "website")).toEqual([{ label: "Kunde", value: "Hotel Fährblick" }]);
    expect(await matched("falke", "device")).toEqual([undefined]);
    expect(await matched("buchung.example", "website")).toEqual([undefined]);
  });

  it("does not tell what may not be searched", async () => {
    await make("domain", { name: "amsel.example", holderName: "Ottilie Wunderlich" });
    expect((await hits("wunderlich", ["domain"])).map((hit) => hit.matched)).toEqual([
      { label: "Inhaber", value: "Ottilie Wunderlich" },
    ]);
    expect((await member.search.find({ query: "wunderlich" })).hits).toEqual([]);
  });
});

describe("the order of titles", () => {
  it("begins with the whole title, then the shorter one, however lately the others changed", async () => {
    await make("customer", { name: "Amsel" });
    office.advance(86_400_000);
    await make("customer", { name: "Amsel KG" });
    office.advance(86_400_000);
    await make("customer", { name: "Amsel und Drossel Immobilienverwaltung" });
    await make("customer", { name: "Weingut Amsel" });
    expect(await titles("amsel", ["customer"])).toEqual([
      "Amsel",
      "Amsel KG",
      "Amsel und Drossel Immobilienverwaltung",
      "Weingut Amsel",
    ]);
  });
});

it("finds a very long page by what its first fifty printed pages say", async () => {
  const { db } = office.services;
  const words = Array.from({ length: 300_000 }, (_, index) => (index * 7919 + 1_000_003).toString(36));
  const id = await putPage(db, { title: "Archiv aller Kennungen" });
  const contentText = `Vorwort ${words.join(" ")} Schlusswort`;
  await db.updateTable("pages").set({ contentText }).where("id", "=", id).execute();
  await indexAlone(db, { type: "page", id });
  expect(await titles("vorwort")).toEqual(["Archiv aller Kennungen"]);
  expect(await titles("archiv kennungen")).toEqual(["Archiv aller Kennungen"]);
  expect(await titles("schlusswort")).toEqual([]);
  const [kept] = await db.selectFrom("searchDocuments").select("context").where("recordId", "=", id).execute();
  const searched = kept?.context.trim().split(" ")[0]?.split(".").filter(Boolean) ?? [];
  expect(kept?.context.length).toBeLessThan(250_000);
  expect(searched.slice(1)).toEqual(words.slice(0, searched.length - 1));
});
