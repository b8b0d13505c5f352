import { beforeEach, describe, expect, it } from "vitest";
import type { Filter } from "../../../contract/records/filters.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let timo: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
  api = await office.as(timo);
});

const make = async (type: RecordType, name: string, body: RecordBody = {}) =>
  (await createRecord(api, type, { name, ...body })).id;

/** The titles that a list finds, by title. */
async function found(type: RecordType, ...where: Filter[]): Promise<string[]> {
  const { data, totalItems } = await api[type].list({ where });
  expect(totalItems).toBe(data.length);
  return data.map(({ title }) => title);
}

describe("a filter on text", () => {
  beforeEach(async () => {
    await make("customer", "MÜLLER & Söhne", { visitCity: "Ötigheim" });
    await make("customer", "100% Bio_Laden", { visitCity: "Köln [Süd]*" });
    await make("customer", "1000 Biolaeden", { visitCity: "Köln?" });
    await make("customer", "Leer");
  });

  it.each([
    ["müller", ["MÜLLER & Söhne"]],
    ["SÖHNE", ["MÜLLER & Söhne"]],
    ["100%", ["100% Bio_Laden"]],
    ["o_l", ["100% Bio_Laden"]],
    ["'; drop table customers; --", []],
    ['" or ""="', []],
  ])("finds „%s“ as it stands, whatever the case", async (value, titles) => {
    expect(await found("customer", { field: "name", is: "contains", value })).toEqual(titles);
  });

  it.each([
    ["KÖLN", ["100% Bio_Laden", "1000 Biolaeden"]],
    ["köln [süd]*", ["100% Bio_Laden"]],
    ["köln?", ["1000 Biolaeden"]],
    ["ötig", ["MÜLLER & Söhne"]],
  ])("knows no jokers in „%s“", async (value, titles) => {
    expect(await found("customer", { field: "visitCity", is: "contains", value })).toEqual(titles);
  });

  it("tells equal from containing", async () => {
    expect(await found("customer", { field: "visitCity", is: "equals", value: "ÖTIGHEIM" })).toEqual([
      "MÜLLER & Söhne",
    ]);
    expect(await found("customer", { field: "visitCity", is: "equals", value: "ötig" })).toEqual([]);
  });

  it("finds the empty and the rest", async () => {
    expect(await found("customer", { field: "visitCity", is: "missing" })).toEqual(["Leer"]);
    expect(await found("customer", { field: "visitCity", is: "present" })).toHaveLength(3);
  });
});

describe("a filter on choices and relations", () => {
  it("of „none of“ keeps those that have nothing", async () => {
    const customerId = await make("customer", "Weingut Amsel");
    await make("website", "Mit", { customerId, slaLevel: "premium" });
    await make("website", "Ohne");
    expect(await found("website", { field: "customerId", is: "noneOf", values: [customerId] })).toEqual(["Ohne"]);
    expect(await found("website", { field: "customerId", is: "oneOf", values: [customerId] })).toEqual(["Mit"]);
    expect(await found("website", { field: "slaLevel", is: "noneOf", values: ["premium"] })).toEqual(["Ohne"]);
    expect(await found("website", { field: "customerId", is: "missing" })).toEqual(["Ohne"]);
  });

  it("of „me“ is whoever asks, from one to the next", async () => {
    const jana = await office.hire({ name: "Jana Petersen" });
    await make("website", "Timos", { responsibleUserId: timo.id });
    await make("website", "Janas", { responsibleUserId: jana.id });
    await make("website", "Niemandes");
    const mine = { where: [{ field: "responsibleUserId", is: "oneOf" as const, values: ["me"] }] };
    expect((await api.website.list(mine)).data).toMatchObject([{ title: "Timos" }]);
    expect((await (await office.as(jana)).website.list(mine)).data).toMatchObject([{ title: "Janas" }]);
    const others = { where: [{ field: "responsibleUserId", is: "noneOf" as const, values: ["me"] }] };
    expect((await api.website.list(others)).data).toMatchObject([{ title: "Janas" }, { title: "Niemandes" }]);
  });

  it("joins several with and", async () => {
    await make("website", "Shop live", { kind: "shop", lifecycle: "live" });
    await make("website", "Shop alt", { kind: "shop", lifecycle: "shutDown" });
    const shop: Filter = { field: "kind", is: "oneOf", values: ["shop", "portal"] };
    expect(await found("website", shop, { field: "lifecycle", is: "oneOf", values: ["live"] })).toEqual(["Shop live"]);
  });
});

describe("a filter on lists", () => {
  beforeEach(async () => {
    await make("host", "beide", { ips: ["192.0.2.1", "2001:db8::1"] });
    await make("host", "eine", { ips: ["192.0.2.10"] });
    await make("host", "keine");
  });

  it("compares each entry, not the text between two", async () => {
    expect(await found("host", { field: "ips", is: "contains", value: "2.1" })).toEqual(["beide", "eine"]);
    expect(await found("host", { field: "ips", is: "equals", value: "192.0.2.1" })).toEqual(["beide"]);
    expect(await found("host", { field: "ips", is: "contains", value: '","' })).toEqual([]);
    expect(await found("host", { field: "ips", is: "missing" })).toEqual(["keine"]);
    expect(await found("host", { field: "ips", is: "present" })).toEqual(["beide", "eine"]);
  });

  it("knows one of, all of and none of", async () => {
    const customerId = await make("customer", "Weingut Amsel");
    const contact = (lastName: string, roles: string[]) =>
      createRecord(api, "contact", { lastName, customerId, roles });
    await contact("Beides", ["tech", "accounting"]);
    await contact("Technik", ["tech"]);
    await contact("Nichts", []);
    const roles = (is: "oneOf" | "allOf" | "noneOf", ...values: string[]) =>
      found("contact", { field: "roles", is, values });
    expect(await roles("oneOf", "tech", "accounting")).toEqual(["Beides", "Technik"]);
    expect(await roles("allOf", "tech", "accounting")).toEqual(["Beides"]);
    expect(await roles("noneOf", "accounting")).toEqual(["Nichts", "Technik"]);
  });
});

describe("a filter on tags and links", () => {
  it("knows one of, all of, none of and none at all", async () => {
    const rot = await make("tag", "rot");
    const blau = await make("tag", "blau");
    await make("website", "beide", { tags: [rot, blau] });
    await make("website", "nur rot", { tags: [rot] });
    await make("website", "ohne");
    await make("customer", "Kunde", { tags: [blau] });
    const tags = (is: "oneOf" | "allOf" | "noneOf", ...values: string[]) =>
      found("website", { field: "tags", is, values });
    expect(await tags("oneOf", rot, blau)).toEqual(["beide", "nur rot"]);
    expect(await tags("allOf", rot, blau)).toEqual(["beide"]);
    expect(await tags("noneOf", blau)).toEqual(["nur rot", "ohne"]);
    expect(await found("website", { field: "tags", is: "missing" })).toEqual(["ohne"]);
    expect(await found("website", { field: "tags", is: "present" })).toEqual(["beide", "nur rot"]);
  });

  it("finds websites by their hosts", async () => {
    const web = await make("host", "web");
    const mail = await make("host", "mail");
    const hosts = (...ids: string[]) => ids.map((id) => ({ id, role: "web" }));
    await make("website", "auf beiden", { hosts: hosts(web, mail) });
    await make("website", "auf einem", { hosts: hosts(web) });
    await make("website", "nirgends");
    expect(await found("website", { field: "hosts", is: "allOf", values: [web, mail] })).toEqual(["auf beiden"]);
    expect(await found("website", { field: "hosts", is: "noneOf", values: [mail] })).toEqual(["auf einem", "nirgends"]);
    expect(await found("website", { field: "hosts", is: "missing" })).toEqual(["nirgends"]);
  });
});

describe("a range", () => {
  it("includes both ends and may be open at one", async () => {
    await make("domain", "kurz.example", { noticeDays: 14 });
    await make("domain", "lang.example", { noticeDays: 90 });
    await make("domain", "ohne.example");
    const notice = (range: { from?: string; to?: string }) =>
      found("domain", { field: "noticeDays", is: "between", ...range });
    expect(await notice({ from: "14", to: "90" })).toEqual(["kurz.example", "lang.example"]);
    expect(await notice({ from: "15" })).toEqual(["lang.example"]);
    expect(await notice({ to: "14" })).toEqual(["kurz.example"]);
  });

  it.each([
    ["2026-11-20T22:59:59.000Z", "2026-11-20"],
    ["2026-11-20T23:00:00.000Z", "2026-11-21"],
    ["2026-07-20T21:59:59.000Z", "2026-07-20"],
    ["2026-07-20T22:00:00.000Z", "2026-07-21"],
  ])("counts relative days from the day in Berlin: at %s that is %s", async (at, today) => {
    office.advance(new Date(at).getTime() - office.services.now().getTime());
    api = await office.as(timo);
    const day = (offset: number) => new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
    for (const offset of [-1, 0, 7, 8]) await make("domain", `in-${offset + 1}.example`, { renewsAt: day(offset) });
    expect(await found("domain", { field: "renewsAt", is: "between", from: "+0d", to: "+7d" })).toEqual([
      "in-1.example",
      "in-8.example",
    ]);
    expect(await found("domain", { field: "renewsAt", is: "between", to: "-1d" })).toEqual(["in-0.example"]);
    expect(await found("domain", { field: "daysLeft", is: "between", from: "8", to: "8" })).toEqual(["in-9.example"]);
  });

  it("moves on with the day, also for a list that was open yesterday", async () => {
    await make("domain", "bald.example", { renewsAt: "2026-11-21" });
    const today: Filter = { field: "renewsAt", is: "between", from: "+0d", to: "+0d" };
    expect(await found("domain", today)).toEqual([]);
    office.advance(24 * 3_600_000);
    expect(await found("domain", today)).toEqual(["bald.example"]);
    const { data } = await api.domain.list({});
    expect(data[0]?.values.daysLeft).toBe(0);
  });
});

describe("a yes or no", () => {
  it("is one of two", async () => {
    await make("domain", "auto.example", { autoRenew: true });
    await make("domain", "hand.example", { autoRenew: false });
    expect(await found("domain", { field: "autoRenew", is: "true" })).toEqual(["auto.example"]);
    expect(await found("domain", { field: "autoRenew", is: "false" })).toEqual(["hand.example"]);
  });
});

describe("every list", () => {
  it("hides no record because a field is empty", async () => {
    await make("website", "leer");
    const columns = ["customerId", "responsibleUserId", "cms", "launchedAt", "slaLevel", "contractId", "createdAt"];
    for (const field of columns) {
      const { data } = await api.website.list({ orderBy: [{ field, descending: true }] });
      expect(data).toMatchObject([{ title: "leer" }]);
    }
  });

  it("shows either what is active or what is archived", async () => {
    const id = await make("website", "alt");
    await make("website", "neu");
    await api.website.archive({ id });
    expect((await api.website.list({})).data).toMatchObject([{ title: "neu" }]);
    expect((await api.website.list({ archived: true })).data).toMatchObject([{ title: "alt" }]);
    expect(await api.website.options({})).toMatchObject([{ label: "neu" }]);
  });

  it("searches within its filters", async () => {
    await make("website", "Weingut Amsel", { kind: "shop" });
    await make("website", "Weingut Drossel", { kind: "portal" });
    const shops: Filter[] = [{ field: "kind", is: "oneOf", values: ["shop"] }];
    expect((await api.website.list({ search: "weingut", where: shops })).data).toMatchObject([
      { title: "Weingut Amsel" },
    ]);
    expect(await api.website.list({ search: "%" })).toMatchObject({ totalItems: 0 });
  });
});
