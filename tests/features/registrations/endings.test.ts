import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import type { LookupTools } from "../../../server/features/lookups/kinds.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import { removeOldAnswers } from "../../../server/features/registrations/answers.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { rdapServerOf } from "../../../server/lookups/registration/servers.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openRdapServer, type RdapServer, rdapDates, rdapDomain } from "../../support/servers/rdap-server.ts";
import { freeAnswers, openWhoisServer, type WhoisServer, whoisAnswers } from "../../support/servers/whois-server.ts";

let office: Office;
let rdap: RdapServer;
let whois: WhoisServer;
let admin: Api;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  rdap = await openRdapServer();
  whois = await openWhoisServer();
  admin = await office.as(await office.hire({ role: "admin" }));
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
});
afterEach(async () => {
  askReservedNames(false);
  await rdap.close();
  await whois.close();
});

async function look(tools: Partial<LookupTools> = {}): Promise<void> {
  const { db, now } = office.services;
  await deriveLookups(office.services, ["registration"]);
  await db.updateTable("lookups").set({ dueAt: now().toISOString() }).execute();
  await db.deleteFrom("lookupPaces").execute();
  const asked: LookupTools = {
    openDns: (allowedNetworks) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
    rdapServerOf: () => undefined,
    ...tools,
  };
  await runDueLookups(office.services, asked, { kinds: ["registration"] });
}

const add = async (name: string, body = {}) => (await createRecord(admin, "domain", { name, ...body })).id;
const decide = async (...endings: Record<string, unknown>[]) => {
  const { version } = await admin.setting.get({ section: "domains" });
  return admin.setting.update({ section: "domains", values: { endings }, secrets: {}, version });
};
const answerOf = async (id: string) => (await admin.registration.get({ id })).registration;

describe("what is usual for an ending", () => {
  it("is decided by admins, with endings and servers that there can be", async () => {
    const keeper = await office.as(await office.hire({ role: "maintainer" }));
    expect((await refusalOf((await office.as()).registration.endings({}))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(keeper.registration.endings({}))).code).toBe("FORBIDDEN");
    for (const wrong of [
      { ending: "" },
      { ending: "de/" },
      { ending: "de", rdap: "http://rdap.example/" },
      { ending: "de", rdap: "https://rdap.example" },
      { ending: "de", rdap: "https://me@rdap.example/" },
      { ending: "de", whois: "whois.nic.at/x" },
      { ending: "de", paceMs: 10 },
      { ending: "de", costCents: -1 },
      { ending: "de", periodMonths: 0 },
    ])
      expect((await refusalOf(decide(wrong))).code).toBe("BAD_REQUEST");
    expect((await refusalOf(decide({ ending: "de" }, { ending: ".DE" }))).code).toBe("BAD_REQUEST");
    await decide({ ending: ".DE", periodMonths: 12 });
    const { rows } = await admin.registration.endings({});
    expect(rows.find(({ ending }) => ending === "de")).toMatchObject({
      server: "https://rdap.denic.de/",
      hidesExpiry: true,
      decided: { periodMonths: 12 },
    });
    const changes = await office.services.db.selectFrom("changes").selectAll().orderBy("id", "desc").execute();
    expect(JSON.stringify(changes[0])).toContain("domains");
  });

  it("fills a new domain where nobody says otherwise, by the longest ending", async () => {
    await decide(
      { ending: "at", periodMonths: 12, noticeDays: 30, costCents: 900, priceCents: 2400 },
      { ending: "co.at", costCents: 700 },
    );
    expect((await admin.domain.get({ id: await add("amsel.at") })).values).toMatchObject({
      periodMonths: 12,
      noticeDays: 30,
      costCents: 900,
      priceCents: 2400,
    });
    const other = await add("fink.at", { periodMonths: 24, noticeMonths: 1, priceCents: 3000 });
    expect((await admin.domain.get({ id: other })).values).toMatchObject({
      periodMonths: 24,
      noticeDays: null,
      noticeMonths: 1,
      costCents: 900,
      priceCents: 3000,
    });
    expect((await admin.domain.get({ id: await add("amsel.co.at") })).values).toMatchObject({
      periodMonths: null,
      costCents: 700,
      priceCents: null,
    });
  });
});

describe("a registry without RDAP", () => {
  it("is asked by WHOIS, and says what it says", async () => {
    const id = await add("amsel.at");
    await look({ whoisServerOf: () => whois.address });
    expect(whois.asked).toEqual(["amsel.at\r\n"]);
    expect(await answerOf(id)).toMatchObject({ registrar: "Muster Registrar GmbH", expiresOn: null });
    whois.answer = () => freeAnswers["amsel.at"];
    await look({ whoisServerOf: () => whois.address });
    expect(await answerOf(id)).toMatchObject({ state: "free" });
  });

  it("is asked where the settings say so, in its own letters", async () => {
    const id = await add("amsel.com");
    await decide({ ending: "com", whois: whois.address });
    const latin = whoisAnswers.com.replace("Muster Registrar Inc.", "Müster Registrar");
    whois.answer = () => Buffer.from(latin, "latin1");
    await look({ rdapServerOf: () => rdap.url });
    expect(rdap.asked).toEqual([]);
    expect(await answerOf(id)).toMatchObject({ registrar: "Müster Registrar", expiresOn: "2028-09-14" });
  });

  it("that says something else leaves what is known as it was", async () => {
    const id = await add("amsel.at");
    await look({ whoisServerOf: () => whois.address });
    whois.answer = () => "% Quota exceeded\n";
    await look({ whoisServerOf: () => whois.address });
    expect(await admin.registration.get({ id })).toMatchObject({
      registration: { registrar: "Muster Registrar GmbH" },
      lookup: { error: "Die Antwort der Registry ist nicht zu lesen." },
    });
  });

  it("is not asked through a network that is not allowed", async () => {
    const { version } = await admin.setting.get({ section: "network" });
    await admin.setting.update({ section: "network", values: { allowedNetworks: [] }, secrets: {}, version });
    const id = await add("amsel.at");
    await look({ whoisServerOf: () => whois.address });
    expect(whois.asked).toEqual([]);
    expect((await admin.registration.get({ id })).lookup?.error).toContain("nicht erlaubt");
  });
});

describe("what the settings say of a registry", () => {
  it("decides about its dates", async () => {
    await decide({ ending: "com", hidesExpiry: true }, { ending: "de", hidesExpiry: false });
    const com = await add("amsel.com");
    await look({ rdapServerOf: () => rdap.url });
    expect(await answerOf(com)).toMatchObject({ expiresOn: null });
    expect((await admin.domain.get({ id: com })).values).toMatchObject({ renewsAt: null });
  });

  it("decides how long it is left alone", async () => {
    await decide({ ending: "com", paceMs: 60_000 });
    await add("amsel.com");
    await add("fink.com");
    await look({ rdapServerOf: () => rdap.url });
    expect(rdap.asked).toHaveLength(1);
    const pace = await office.services.db.selectFrom("lookupPaces").selectAll().executeTakeFirstOrThrow();
    expect(Date.parse(pace.nextAt) - office.services.now().getTime()).toBe(60_000);
  });
});

describe("the answers as they came", () => {
  it("are for those who see holders, and are kept for 30 days", async () => {
    const id = await add("amsel.com");
    const keeper = await office.as(await office.hire({ role: "maintainer" }));
    const member = await office.as(await office.hire({ role: "member" }));
    expect((await refusalOf((await office.as()).registration.answers({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(member.registration.answers({ id }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(keeper.registration.answers({ id: "nirgends" }))).code).toBe("NOT_FOUND");

    await look({ rdapServerOf: () => rdap.url });
    office.advance(dayMs);
    await look({ rdapServerOf: () => rdap.url });
    const seen = () =>
      office.services.db.selectFrom("registryAnswers").selectAll().where("domainId", "=", id).execute();
    expect(await seen()).toHaveLength(1);
    rdap.answer = () => rdapDomain("amsel.com", rdapDates("2014-11-12", "2028-11-12"));
    await look({ rdapServerOf: () => rdap.url });
    expect(await seen()).toHaveLength(2);
    const reader = await office.as(await office.hire({ role: "maintainer" }));
    const [last, first] = await reader.registration.answers({ id });
    expect(last?.body).toContain("2028-11-12");
    expect(first?.lastSeenAt.getTime()).toBe((first?.firstSeenAt.getTime() ?? 0) + dayMs);
    office.advance(29 * dayMs);
    await removeOldAnswers(office.services);
    expect(await seen()).toHaveLength(2);
    office.advance(2 * dayMs);
    await removeOldAnswers(office.services);
    expect(await seen()).toHaveLength(0);
  });

  it("name an organisation as holder only to those who may see holders", async () => {
    const vcardArray = ["vcard", [["org", {}, "text", "Amsel GmbH"]]];
    rdap.answer = () => rdapDomain("amsel.com", { entities: [{ roles: ["registrant"], vcardArray }] });
    const id = await add("amsel.com");
    await look({ rdapServerOf: () => rdap.url });
    expect(await answerOf(id)).toMatchObject({ holder: "Amsel GmbH" });
    const member = await office.as(await office.hire({ role: "member" }));
    expect((await member.registration.get({ id })).registration).toMatchObject({ holder: null });
  });
});

describe("the list of RDAP servers", () => {
  const servers = (url: string) =>
    JSON.stringify({ services: [[["amsel", ...Array.from({ length: 600 }, (_, at) => `x${at}`)], [url]]] });
  const state = async () => (await admin.registration.endings({})).list;
  const tools = () => ({ rdapListUrl: `${rdap.url}dns.json`, rdapServerOf });

  it("is fetched once a day, stays when it is the same, and is not taken away by what is no list", async () => {
    rdap.answer = () => ({ status: 200, body: servers("https://rdap.amsel.example/"), headers: { ETag: '"1"' } });
    await add("fink.invalid");
    await look(tools());
    expect(rdap.asked).toEqual(["/dns.json"]);
    expect(await state()).toMatchObject({ fetchedAt: office.services.now(), error: null });
    office.advance(23 * hourMs);
    await look(tools());
    expect(rdap.asked).toHaveLength(1);
    const fetchedAt = (await state()).fetchedAt;
    office.advance(2 * hourMs);
    rdap.answer = () => ({ status: 200, body: '{"services": []}' });
    admin = await office.as(await office.hire({ role: "admin" }));
    await look(tools());
    expect(await state()).toEqual({ fetchedAt, error: "Das ist keine Liste von RDAP-Servern." });
    office.advance(25 * hourMs);
    rdap.answer = () => ({ status: 304, body: "" });
    admin = await office.as(await office.hire({ role: "admin" }));
    await look(tools());
    expect(await state()).toEqual({ fetchedAt: office.services.now(), error: null });
  });

  it("names who is asked also for endings that the portal does not bring along", async () => {
    await decide({ ending: "amsel", periodMonths: 12 });
    const id = await add("fink.amsel");
    const serverOf = async () => (await admin.registration.endings({})).rows.find((row) => row.ending === "amsel");
    expect(await serverOf()).toMatchObject({ server: null });
    expect((await admin.registration.get({ id })).note).not.toBeNull();
    rdap.answer = () => ({ status: 200, body: servers("https://rdap.amsel.example/") });
    await look({ ...tools(), rdapServerOf: () => undefined });
    expect(await serverOf()).toMatchObject({ server: "https://rdap.amsel.example/" });
    expect((await admin.registration.get({ id })).note).toBeNull();
  });

  it("decides who is asked as soon as there is one", async () => {
    let fetched: ReadonlyMap<string, string> | undefined;
    rdap.answer = () => ({ status: 200, body: servers("https://rdap.amsel.example/") });
    await add("fink.invalid");
    await look({
      rdapListUrl: `${rdap.url}dns.json`,
      rdapServerOf: (_, list) => {
        fetched = list;
        return undefined;
      },
    });
    expect(fetched && rdapServerOf("fink.amsel", fetched)).toBe("https://rdap.amsel.example/");
    expect(fetched && rdapServerOf("fink.com", fetched)).toBeUndefined();
  });
});
