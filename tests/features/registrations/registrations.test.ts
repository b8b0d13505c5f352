import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Registration } from "../../../contract/registrations/registrations.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import { registrationLookup } from "../../../server/features/registrations/lookup.ts";
import type { Api } from "../../../server/features/router.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { keepsTls } from "../../../server/lookups/registration/ask-rdap.ts";
import { parseRdap } from "../../../server/lookups/registration/rdap.ts";
import { rdapServerOf } from "../../../server/lookups/registration/servers.ts";
import { chanceOf } from "../../support/chance.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { openRdapServer, type RdapReply, type RdapServer, rdapDomain } from "../../support/servers/rdap-server.ts";

let office: Office;
let keeper: Api;
let registry: RdapServer;

const notFound: RdapReply = { status: 404, body: JSON.stringify({ errorCode: 404, title: "Not Found" }) };

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  registry = await openRdapServer();
  keeper = await office.as(await office.hire({ role: "maintainer" }));
  const admin = await office.as(await office.hire({ role: "admin" }));
  const values = { allowedNetworks: ["127.0.0.0/8"] };
  await admin.setting.update({ section: "network", values, secrets: {}, version: 0 });
});
afterEach(async () => {
  askReservedNames(false);
  await registry.close();
});

const register = async (name: string) => (await createRecord(keeper, "domain", { name })).id;
const look = async (hours = 0) => {
  office.advance(hours * 3_600_000);
  await deriveLookups(office.services);
  await office.services.db.deleteFrom("lookups").where("kind", "<>", "registration").execute();
  const { now } = office.services;
  return runDueLookups(office.services, {
    openDns: (allowedNetworks) => openDns({ ...internetDns, roots: [], allowedNetworks, now }),
    rdapServerOf: () => registry.url,
  });
};
const noticed = async (id: string) => (await keeper.changeEvent.list({ type: "domain", id, view: "machine" })).data;

describe("what the registry says of a domain", () => {
  it("is for signed-in people, of domains that there are", async () => {
    const id = await register("amsel.com");
    expect((await refusalOf((await office.as()).registration.get({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(keeper.registration.get({ id: "nirgends" }))).code).toBe("NOT_FOUND");
  });

  it("is read and fills what it decides, with no word to anybody the first time", async () => {
    const id = await register("amsel.com");
    await look();
    expect(registry.asked).toEqual(["/domain/amsel.com"]);
    expect(await keeper.registration.get({ id })).toMatchObject({
      note: null,
      registration: {
        state: "registered",
        registrar: "Muster Registrar",
        registeredOn: "2014-11-12",
        expiresOn: "2027-11-12",
        nameservers: ["ns1.amsel.com", "ns2.amsel.com"],
      },
    });
    expect((await keeper.domain.get({ id })).values).toMatchObject({
      registryExpiresAt: "2027-11-12",
      transferLock: true,
      registryStatus: "Aktiv, Transfersperre (Registrar)",
    });
    expect(await noticed(id)).toEqual([]);
  });

  it("tells of another registrar and another status", async () => {
    const id = await register("amsel.com");
    await look();
    const other = [{ roles: ["registrar"], vcardArray: ["vcard", [["fn", {}, "text", "Anderer Registrar"]]] }];
    registry.answer = () => rdapDomain("amsel.com", { entities: other, status: ["pending transfer"] });
    await look(48);
    expect((await noticed(id)).flatMap((each) => (each.by === "machine" ? [each.kind] : [])).toSorted()).toEqual([
      "registrar",
      "registryStatus",
    ]);
  });

  it("is that nobody has registered it only when its own server says so", async () => {
    const id = await register("amsel.com");
    await look();
    for (const body of ["<html>Nicht gefunden</html>", '{"message":"no route"}']) {
      registry.answer = () => ({ status: 404, body });
      await look(48);
      expect((await keeper.registration.get({ id })).registration).toMatchObject({ state: "registered" });
    }
    expect((await keeper.registration.get({ id })).lookup?.error).toBe("Die Registry antwortet mit 404.");
    registry.answer = () => notFound;
    await look(48);
    expect((await keeper.registration.get({ id })).registration).toMatchObject({ state: "free" });
    expect(await noticed(id)).toMatchObject([{ kind: "delegation", after: ["nicht registriert"] }]);
    expect((await keeper.domain.get({ id })).values).toMatchObject({
      registration: "free",
      registryStatus: "Nicht registriert",
    });
  });

  it("comes from the registrar, once, where the registry says too little", async () => {
    const id = await register("amsel.com");
    const links = [{ rel: "related", href: `${registry.url}registrar/amsel.com`, type: "application/rdap+json" }];
    registry.answer = (path) =>
      rdapDomain("amsel.com", path.startsWith("/domain") ? { events: [], entities: [], links } : { links });
    await look();
    expect(registry.asked).toEqual(["/domain/amsel.com", "/registrar/amsel.com"]);
    expect((await keeper.registration.get({ id })).registration).toMatchObject({ expiresOn: "2027-11-12" });
  });

  it("is followed through three redirects and no more, and never out of TLS", async () => {
    const id = await register("amsel.com");
    registry.answer = (path) => ({ status: 302, body: "", headers: { Location: `${path}/weiter` } });
    await look();
    expect(registry.asked).toHaveLength(4);
    const { registration, lookup } = await keeper.registration.get({ id });
    expect(registration).toBeNull();
    expect(lookup?.error).toBe("Mehr als 3 Weiterleitungen.");
    expect(keepsTls("https://rdap.example/", "http://rdap.example/")).toBe(false);
    expect(keepsTls("https://rdap.example/", "https://registrar.example/")).toBe(true);
  });

  it("is asked again when the registry allows it, and one domain after the other", async () => {
    const id = await register("amsel.com");
    registry.answer = () => ({ status: 429, body: "", headers: { "Retry-After": "7200" } });
    await look();
    expect(await look(1)).toBe(0);
    expect((await keeper.registration.get({ id })).lookup?.error).toBe("Die Registry bittet um Geduld (429).");
    registry.answer = () => rdapDomain("amsel.com");
    expect(await look(1.1)).toBe(1);
    expect((await keeper.registration.get({ id })).lookup?.error).toBeNull();
    for (const name of ["fink.com", "star.com", "meise.com"]) await register(name);
    registry.asked.length = 0;
    await look();
    expect(registry.asked).toHaveLength(0);
    await look(1);
    expect(registry.asked).toHaveLength(1);
  });
});

it("a .de domain has no date of expiry and warns of none, whatever an answer says (B)", async () => {
  registry.answer = () => rdapDomain("amsel.de");
  const id = await register("amsel.de");
  await look();
  const { registration, note, lookup } = await keeper.registration.get({ id });
  expect(registration).toMatchObject({ state: "registered", expiresOn: null });
  expect(note).toContain("veröffentlicht die Registry kein Ablaufdatum");
  expect(lookup?.error).toBeNull();
  expect((await keeper.domain.get({ id })).values).toMatchObject({ registryExpiresAt: null, renewsAt: null });
  const deadlines = await office.services.db.selectFrom("deadlines").selectAll().where("targetId", "=", id).execute();
  expect(deadlines).toEqual([]);
  const told = await office.services.db.selectFrom("notifications").selectAll().execute();
  expect(told.filter(({ category }) => category !== "team" && category !== "system")).toEqual([]);
});

it("the server of an ending comes from overrides, else from the copy of IANA's list, by the longest ending", () => {
  expect(rdapServerOf("amsel.de")).toBe("https://rdap.denic.de/");
  expect(rdapServerOf("amsel.ch")).toBe("https://rdap.nic.ch/");
  expect(rdapServerOf("amsel.com")).toMatch(/^https:\/\/.*\/$/);
  expect(rdapServerOf("amsel.at")).toBeUndefined();
  expect(rdapServerOf("amsel.invalid")).toBeUndefined();
});

it("no answer crashes or hangs what reads it", () => {
  const random = chanceOf(23);
  const whole = rdapDomain("amsel.com").body;
  for (let round = 0; round < 3000; round += 1) {
    const at = random.below(whole.length);
    const broken = `${whole.slice(0, at)}${["", "null", "[]", '"', "{", "0"][random.below(6)]}${whole.slice(at + random.below(40))}`;
    const found = parseRdap(broken, "amsel.com");
    expect(found === undefined || found.registration.state === "registered").toBe(true);
  }
  expect(parseRdap(whole, "fink.com")).toBeUndefined();
});

it("no day is read that the calendar does not have", () => {
  const random = chanceOf(31);
  const marks = ["", "-", "T", "Z", " ", "x", "0"];
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: 8 }, () => random.below(10)).join("");
    const year = random.below(2) ? "2027" : text.slice(0, 4);
    const eventDate = `${year}-${text.slice(4, 6)}-${text.slice(6)}${marks[random.below(marks.length)]}`;
    const events = [{ eventAction: "expiration", eventDate }];
    const found = parseRdap(rdapDomain("amsel.com", { events }).body, "amsel.com")?.registration;
    expect(found?.registrar).toBe("Muster Registrar");
    const day = found?.expiresOn;
    if (day) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  }
});

it("what is malformed in an answer takes nothing else with it", () => {
  const read = (more: object) => parseRdap(rdapDomain("amsel.com", more).body, "amsel.com")?.registration;
  const registered = { eventAction: "registration", eventDate: "2014-11-12T19:15:55Z" };
  const expires = (eventDate: unknown) => ({ eventAction: "expiration", eventDate });
  expect(read({ events: [null, expires(7), expires("2026-13-45T00:00:00Z"), registered] })).toMatchObject({
    registeredOn: "2014-11-12",
    expiresOn: null,
  });
  expect(read({ nameservers: [7, { ldhName: 7 }, { ldhName: "ns1.amsel.com" }] })?.nameservers).toEqual([
    "ns1.amsel.com",
  ]);
  expect(read({ status: [null, "active"] })?.statuses).toEqual(["active"]);
  expect(read({ entities: ["x", { roles: ["registrar"], handle: "292" }] })?.registrar).toBe("292");
});

it("the end that the registry names counts before the one of the registrar, in whatever order they stand", () => {
  const events = [
    { eventAction: "registrar expiration", eventDate: "2027-01-01T00:00:00Z" },
    { eventAction: "expiration", eventDate: "2028-02-02T00:00:00Z" },
  ];
  for (const some of [events, events.toReversed()])
    expect(parseRdap(rdapDomain("amsel.com", { events: some }).body, "amsel.com")?.registration.expiresOn).toBe(
      "2028-02-02",
    );
  const [own] = events;
  expect(parseRdap(rdapDomain("amsel.com", { events: [own] }).body, "amsel.com")?.registration.expiresOn).toBe(
    "2027-01-01",
  );
});

it("an answer with a day that there is not is kept, without that day", async () => {
  const id = await register("amsel.com");
  registry.answer = () =>
    rdapDomain("amsel.com", { events: [{ eventAction: "expiration", eventDate: "2027-02-31T00:00:00Z" }] });
  await look();
  const { registration, lookup } = await keeper.registration.get({ id });
  expect([registration?.state, registration?.expiresOn, lookup?.error]).toEqual(["registered", null, null]);
});

it("an answer tells the last transfer and whether the registry signs, where it says so", () => {
  const read = (more: object) => parseRdap(rdapDomain("amsel.com", more).body, "amsel.com")?.registration;
  expect(read({})).not.toHaveProperty("isSigned");
  const events = [{ eventAction: "transfer", eventDate: "2026-03-01T09:00:00Z" }];
  expect(read({ events, secureDNS: { delegationSigned: false } })).toMatchObject({
    transferredOn: "2026-03-01",
    isSigned: false,
  });
  expect(read({ secureDNS: "ja" })).not.toHaveProperty("isSigned");
});

it("a registry is asked once a day, twice before an end, and every hour while something is under way", () => {
  const now = new Date("2026-11-20T09:13:00.000Z");
  const known = { movingUntil: null, renewsAt: null, nis2Status: null, delegation: null };
  const hours = (answer: Partial<Registration>, more: Partial<Record<keyof typeof known, string>> = {}) => {
    const nothing = { source: "", registeredOn: null, expiresOn: null, changedOn: null, registrar: null, holder: null };
    const whole = { ...nothing, state: "registered" as const, statuses: [], nameservers: [], ...answer };
    const target = { id: "", nameAce: "", tld: "", dkimSelectors: [], redirectTarget: null, isPremium: false };
    return registrationLookup.waitMs(whole, { ...target, ...known, ...more }, now) / 3_600_000;
  };
  expect(hours({})).toBe(24);
  expect(hours({ expiresOn: "2026-12-01" })).toBe(12);
  expect(hours({ expiresOn: "2027-12-01" })).toBe(24);
  expect(hours({ statuses: ["redemption period"] })).toBe(1);
  expect(hours({ state: "free" })).toBe(1);
  expect(hours({ statuses: ["transit"] })).toBe(1);
  expect(hours({}, { movingUntil: "2026-11-20" })).toBe(1);
  expect(hours({}, { movingUntil: "2026-11-19" })).toBe(24);
  // Registries that tell no end leave it to the date of the registrar and to what the portal knows by itself.
  expect(hours({}, { renewsAt: "2026-12-10" })).toBe(12);
  expect(hours({}, { renewsAt: "2026-11-19" })).toBe(24);
  expect(hours({}, { nis2Status: "quarantine" })).toBe(1);
  expect(hours({}, { delegation: "notDelegated" })).toBe(1);
});
