import { beforeEach, describe, expect, test } from "vitest";
import type { LinkRef } from "../../../contract/records/fields.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { describeRecordCommands } from "../../support/records/record-suite.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describeRecordCommands("website", {
  change: { cms: "TYPO3", lifecycle: "development", launchedAt: "2026-11-01" },
  wrong: [
    ["url", ""],
    ["url", "amsel"],
    ["url", "ftp://amsel.example"],
    ["url", "https://anna:geheim@amsel.example"],
    ["name", "x".repeat(121)],
    ["kind", "blog"],
    ["credentialsRef", "password=geheim"],
    ["customerId", "nirgends"],
    ["hosts", [{ id: "x", role: "chef" }]],
  ],
});

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  office.signals.length = 0;
});

const launch = async (url: string, body: RecordBody = {}) => (await api.website.create({ body: { url, ...body } })).id;
const domainsOf = async (id: string) =>
  ((await api.website.get({ id })).values.domains as LinkRef[]).map(({ label, role }) => `${label} ${role}`);
const allDomains = async () => (await api.domain.list({})).data.map(({ title }) => title);

describe("a new website", () => {
  test.each([
    ["https://amsel.example/", "amsel.example"],
    ["https://www.amsel.example", "amsel.example"],
    ["https://shop.wein.amsel.example/start", "amsel.example"],
    ["https://www.fährblick.de", "fährblick.de"],
    ["https://xn--fhrblick-0za.de", "fährblick.de"],
    ["https://www.amsel.co.uk", "amsel.co.uk"],
    ["http://amsel.example:8080", "amsel.example"],
  ])("at %s brings its domain %s", async (url, domain) => {
    const id = await launch(url);
    expect(await domainsOf(id)).toEqual([`${domain} main`]);
    expect(await allDomains()).toEqual([domain]);
    const names = office.signals.map(({ event }) => event);
    expect(names.filter((name) => name === "newWebsite")).toHaveLength(1);
    expect(names.filter((name) => name === "recordsChanged")).toHaveLength(2);
  });

  test.each(["http://192.0.2.10/", "https://intranet.local:8443", "https://kasse.fritz.home.arpa"])(
    "at %s has no domain",
    async (url) => {
      expect(await domainsOf(await launch(url))).toEqual([]);
      expect(await allDomains()).toEqual([]);
    },
  );

  test("takes its name from its host, and its domain the customer", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const id = await launch("https://www.fährblick.de/wein", { customerId: customer.id });
    expect((await api.website.get({ id })).title).toBe("fährblick.de");
    const [domain] = (await api.domain.list({})).data;
    expect(domain?.values.customerId).toMatchObject({ label: "Weingut Amsel" });
    expect(office.signals).toContainEqual({ event: "newWebsite", payload: { website: { id, name: "fährblick.de" } } });
  });

  test("is linked with a domain that is there already, which stays as it is", async () => {
    const domain = await createRecord(api, "domain", { name: "amsel.example", renewDecision: "keep" });
    const id = await launch("https://shop.amsel.example");
    expect(await domainsOf(id)).toEqual(["amsel.example main"]);
    expect(await api.domain.get({ id: domain.id })).toMatchObject({ version: 1, values: { renewDecision: "keep" } });
    expect((await api.domain.get({ id: domain.id })).values.websiteCount).toBe(1);
  });

  test("leaves a domain in the archive there and brings a new one", async () => {
    const old = await createRecord(api, "domain", { name: "amsel.example" });
    await api.domain.archive({ id: old.id });
    const id = await launch("https://amsel.example");
    const [link] = (await api.website.get({ id })).values.domains as LinkRef[];
    expect(link?.id).not.toBe(old.id);
    expect((await api.domain.get({ id: old.id })).archivedAt).not.toBeNull();
  });

  test("keeps the roles that were chosen, and the main domain that is another one", async () => {
    const amsel = await createRecord(api, "domain", { name: "amsel.example" });
    const wein = await createRecord(api, "domain", { name: "wein.example" });
    const chosen = await launch("https://amsel.example", { domains: [{ id: amsel.id, role: "staging" }] });
    expect(await domainsOf(chosen)).toEqual(["amsel.example staging"]);
    const other = await launch("https://www.amsel.example", { domains: [{ id: wein.id, role: "main" }] });
    expect((await domainsOf(other)).sort()).toEqual(["amsel.example alias", "wein.example main"]);
  });

  test("that is refused leaves neither domain nor signal", async () => {
    await launch("https://amsel.example");
    await api.website.update({
      params: { id: (await api.website.list({})).data[0]?.id as string },
      body: { domains: [] },
    });
    await api.domain.archive({ id: (await api.domain.list({})).data[0]?.id as string });
    office.signals.length = 0;
    expect(await refusalOf(launch("https://amsel.example/"))).toMatchObject({ code: "CONFLICT" });
    expect([await allDomains(), office.signals]).toEqual([[], []]);
  });
});

describe("the address of a website", () => {
  test("is one among the active, however it is written", async () => {
    const first = await launch("https://amsel.example/wein");
    const second = { name: "Zweite", url: "HTTPS://AMSEL.example:443/wein#oben" };
    expect(await refusalOf(api.website.create({ body: second }))).toMatchObject({
      code: "CONFLICT",
      existing: { type: "website", id: first },
    });
    await launch("https://amsel.example/brot");
    await api.website.archive({ id: first });
    await api.website.create({ body: second });
    expect(await refusalOf(api.website.restore({ id: first }))).toMatchObject({ code: "CONFLICT" });
  });

  test("takes the new domain along when it moves, and keeps the old one as an alias", async () => {
    const id = await launch("https://amsel.example");
    await api.website.update({ params: { id }, body: { url: "https://www.drossel.example" } });
    expect((await domainsOf(id)).sort()).toEqual(["amsel.example alias", "drossel.example main"]);
    expect(office.signals.filter(({ event }) => event === "newWebsite")).toHaveLength(1);
  });

  test("stays with its domain when only the path changes, or something else", async () => {
    const id = await launch("https://amsel.example");
    await api.website.update({ params: { id }, body: { url: "https://www.amsel.example/neu" } });
    expect(await domainsOf(id)).toEqual(["amsel.example main"]);
    await api.website.update({ params: { id }, body: { domains: [] } });
    await api.website.update({ params: { id }, body: { cms: "Contao" } });
    expect(await domainsOf(id)).toEqual([]);
  });
});
