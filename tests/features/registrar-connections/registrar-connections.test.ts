import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type RegistrarServiceName,
  registrarServiceNames,
  registrarServices,
} from "../../../contract/registrar-connections/services.ts";
import { askDueRegistrars } from "../../../server/features/registrar-connections/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import {
  openTestRegistrar,
  registrarKeys,
  type Stock,
  type TestRegistrar,
  totpSecret,
  wrongKeys,
} from "../../support/servers/registrars.ts";

let office: Office;
let admin: Api;
let registrar: TestRegistrar | undefined;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
});
afterEach(async () => {
  await registrar?.close();
  registrar = undefined;
});

const amsel = {
  name: "amsel.de",
  since: "2012-05-04",
  renews: "2027-03-01",
  locked: true,
  nameservers: ["ns2.amsel.de", "ns1.amsel.de"],
};

/** Connects an account with a registrar of the test, and asks it. */
async function connect(service: RegistrarServiceName, stock: Partial<Stock>, values: Record<string, string> = {}) {
  registrar = await openTestRegistrar(service, { ...stock, now: office.services.now });
  const account = await createRecord(admin, "registrarAccount", { name: "Hauptkonto" });
  const keys = { ...registrarKeys[service], server: registrar.receiver.url, ...values };
  const { id } = await admin.registrarConnection.create({
    body: { service, registrarAccountId: account.id, values: keys },
  });
  await askDueRegistrars(office.services);
  return { id, accountId: account.id, registrar };
}
const list = async () => (await admin.registrarConnection.list({}))[0];
const domains = (id: string) => admin.registrarConnection.domains({ id });
const registering = registrarServiceNames.filter((name) => registrarServices[name].capabilities.domains);

describe("a registrar", () => {
  it.each(registering)("%s tells its domains with their dates", async (service) => {
    const ends = { ...amsel, name: "xn--bcher-kva.de", renews: "2027-06-30", auto: false, locked: false };
    const { id } = await connect(service, { domains: [amsel, ends], zones: ["amsel.de", "nur-zone.de"] });
    expect(await list()).toMatchObject({ error: null, domainCount: 2, unknownCount: 2, problemCount: 0 });
    const { domains: rows } = await domains(id);
    const [first, second] = rows;
    expect(first).toMatchObject({
      nameAce: "amsel.de",
      state: "unknown",
      problem: null,
      answer: { renewsOn: "2027-03-01", autoRenew: true },
    });
    expect(second).toMatchObject({ name: "bücher.de", answer: { renewsOn: "2027-06-30", autoRenew: false } });
    if (service !== "netcup") expect(first?.answer?.isLocked).toBe(true);
    if (!["ionos", "netcup"].includes(service)) expect(first?.answer?.registeredOn).toBe("2012-05-04");
    if (!["ionos", "cloudflare"].includes(service))
      expect(first?.answer?.nameservers).toEqual(["ns1.amsel.de", "ns2.amsel.de"]);
    const zones = rows.filter(({ state }) => state === "zone").map(({ nameAce }) => nameAce);
    expect(zones).toEqual(registrarServices[service].capabilities.zones ? ["nur-zone.de"] : []);
    const { prices } = registrarServices[service].capabilities;
    expect(first?.answer?.price ?? null).toEqual(
      prices ? { cents: service === "inwx" ? 465 : 504, currency: "EUR", months: 12 } : null,
    );
  });

  it.each(registrarServiceNames)(
    "%s refuses wrong keys with a sentence, and is left alone for a while",
    async (service) => {
      const { id } = await connect(service, { domains: [amsel] }, wrongKeys[service]);
      expect(await list()).toMatchObject({
        error: expect.stringMatching(/lehnt die Zugangsdaten ab/),
        succeededAt: null,
      });
      expect(await askDueRegistrars(office.services)).toBe(0);
      const version = (await list())?.version ?? 0;
      await admin.registrarConnection.update({
        params: { id },
        body: { values: { ...registrarKeys[service], server: registrar?.receiver.url ?? "" } },
        version,
      });
      expect(await askDueRegistrars(office.services)).toBe(1);
      expect(await list()).toMatchObject({ error: null });
    },
  );

  it("of zones alone registers nothing", async () => {
    const { id } = await connect("hetznerDns", { zones: ["b.de", "a.de", "c.de"], page: 2 });
    expect(await list()).toMatchObject({ error: null, domainCount: 0, unknownCount: 0, missingCount: 0 });
    expect((await domains(id)).domains.map(({ nameAce, state }) => [nameAce, state])).toEqual([
      ["a.de", "zone"],
      ["b.de", "zone"],
      ["c.de", "zone"],
    ]);
    expect(await admin.registrarConnection.importDomains({ id, names: ["a.de"] })).toMatchObject({
      ok: 0,
      failed: [{ title: "a.de", message: expect.stringMatching(/nennt diese Domain nicht/) }],
    });
  });

  it.each(["inwx", "cloudflare"] as const)("%s is read page by page", async (service) => {
    const many = Array.from({ length: 7 }, (_, index) => ({ ...amsel, name: `d${index}.de` }));
    await connect(service, { domains: many, page: 3 });
    expect(await list()).toMatchObject({ domainCount: 7 });
  });

  it.each(["ionos", "netcup"] as const)("%s that cannot read one domain still tells the others", async (service) => {
    const { id } = await connect(service, { domains: [amsel, { ...amsel, name: "fink.de" }], broken: "amsel.de" });
    expect(await list()).toMatchObject({ error: null, domainCount: 2, problemCount: 1 });
    const [broken, whole] = (await domains(id)).domains;
    expect(broken).toMatchObject({ answer: null, problem: expect.stringMatching(/not found/) });
    expect(whole).toMatchObject({ answer: { renewsOn: "2027-03-01" }, problem: null });
  });

  it("is let in with a second factor, and says when one is missing", async () => {
    await connect("inwx", { domains: [amsel], totp: true }, { totpSecret });
    expect(await list()).toMatchObject({ error: null, domainCount: 1 });
    const version = (await list())?.version ?? 0;
    await registrar?.close();
    await admin.registrarConnection.delete({ id: (await list())?.id ?? "" });
    expect(version).toBe(1);
    registrar = await openTestRegistrar("inwx", { totp: true, now: office.services.now });
    const account = await createRecord(admin, "registrarAccount");
    const values = { ...registrarKeys.inwx, server: registrar.receiver.url };
    await admin.registrarConnection.create({ body: { service: "inwx", registrarAccountId: account.id, values } });
    await askDueRegistrars(office.services);
    expect((await list())?.error).toMatch(/zweiten Faktor/);
  });

  it("that wants a pause gets it, and what was known stays", async () => {
    const { id } = await connect("ionos", { domains: [amsel] });
    registrar?.receiver.answer(() => ({ status: 429, headers: { "Retry-After": "7200" }, body: "{}" }));
    office.advance(26 * 3_600_000);
    expect(await askDueRegistrars(office.services)).toBe(1);
    expect(await list()).toMatchObject({ error: expect.stringMatching(/später/), domainCount: 1 });
    office.advance(3_600_000);
    expect(await askDueRegistrars(office.services)).toBe(0);
    office.advance(3_700_000);
    expect(await askDueRegistrars(office.services)).toBe(1);
    expect((await domains(id)).domains).toHaveLength(1);
  });

  it("whose keys may read neither zones nor prices tells its domains, and keeps what was known of both", async () => {
    const { id } = await connect("inwx", { domains: [amsel], zones: ["nur-zone.de"], isNarrow: true });
    const error = expect.stringMatching(/^Preise: .+ DNS-Zonen: .*lehnt die Zugangsdaten ab/);
    const told = { error, domainCount: 1, succeededAt: office.services.now() };
    expect(await list()).toMatchObject(told);
    expect((await domains(id)).domains).toMatchObject([{ nameAce: "amsel.de", answer: { price: null } }]);
    const ask = async (isNarrow: boolean) => {
      if (registrar) registrar.stock.isNarrow = isNarrow;
      await admin.registrarConnection.ask({ id });
      await askDueRegistrars(office.services);
      return list();
    };
    expect(await ask(false)).toMatchObject({ error: null });
    expect(await ask(true)).toMatchObject(told);
    expect((await domains(id)).domains).toMatchObject([
      { nameAce: "amsel.de", answer: { price: { cents: 465 } } },
      { nameAce: "nur-zone.de", state: "zone" },
    ]);
  });

  it("that wants a pause in the middle is read on from there, to the end", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...amsel, name: `d${10 + index}.de` }));
    const { id, registrar } = await connect("ionos", { domains: many, zones: ["nur-zone.de"], patience: 12 });
    const pause = expect.stringMatching(/später/);
    expect(await list()).toMatchObject({ error: pause, domainCount: 12, succeededAt: null });
    for (const told of [
      { domainCount: 24, error: pause, succeededAt: null },
      { domainCount: 30, error: null, succeededAt: expect.any(Date) },
    ]) {
      registrar.stock.patience = 12;
      office.advance(61_000);
      expect(await askDueRegistrars(office.services)).toBe(1);
      expect(await list()).toMatchObject(told);
    }
    expect((await domains(id)).domains.filter(({ state }) => state === "zone")).toMatchObject([
      { nameAce: "nur-zone.de" },
    ]);
    const asked = () => registrar.receiver.received.filter(({ path }) => path.includes("includeDomainStatus")).length;
    expect(asked()).toBe(30 + 2);
    registrar.stock.patience = 100;
    await admin.registrarConnection.ask({ id });
    await askDueRegistrars(office.services);
    expect(asked()).toBe(60 + 2);
  });

  it("that wants a pause before it tells its zones is asked for them afterwards, and for no domain again", async () => {
    const { id, registrar } = await connect("ionos", { domains: [amsel], zones: ["nur-zone.de"], patience: 1 });
    expect(await list()).toMatchObject({
      error: expect.stringMatching(/^Der Registrar will später/),
      succeededAt: null,
    });
    const before = registrar.receiver.received.length;
    registrar.stock.patience = 1;
    office.advance(61_000);
    expect(await askDueRegistrars(office.services)).toBe(1);
    expect(await list()).toMatchObject({ error: null, succeededAt: expect.any(Date) });
    expect((await domains(id)).domains.map(({ nameAce }) => nameAce)).toEqual(["amsel.de", "nur-zone.de"]);
    expect(registrar.receiver.received.slice(before)).toHaveLength(2);
  });

  it("that answers nothing between its pauses is asked ever more rarely", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...amsel, name: `d${10 + index}.de` }));
    const { registrar } = await connect("ionos", { domains: many, patience: 12 });
    office.advance(61_000);
    registrar.stock.patience = 0;
    expect(await askDueRegistrars(office.services)).toBe(1);
    office.advance(61_000);
    expect(await askDueRegistrars(office.services)).toBe(0);
  });

  it.each(["<html>Wartung</html>", "[]", '{"code":1000}', '{"domains":"viele"}', "null"])(
    "that answers %s is told in a sentence or has nothing, and the portal stays well",
    async (body) => {
      const { registrar } = await connect("autodns", { domains: [amsel] });
      registrar.receiver.answer(() => ({ status: 200, body }));
      await admin.registrarConnection.ask({ id: (await list())?.id ?? "" });
      expect(await askDueRegistrars(office.services)).toBe(1);
      expect((await list())?.error ?? "").not.toMatch(/ließ sich nicht verarbeiten/);
    },
  );
});

describe("dates of a registrar", () => {
  const stock = { domains: [amsel] };
  const domainOf = async (id: string) => (await admin.domain.get({ id })).values;

  it("become the renewal of a .de domain, for certain, with account and price where none are entered", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel.de" });
    const { accountId } = await connect("inwx", stock);
    expect(await domainOf(id)).toMatchObject({
      renewsAt: "2027-03-01",
      registeredAt: "2012-05-04",
      autoRenew: true,
      costCents: 465,
      registrarAccountId: { id: accountId },
    });
    expect(await admin.registrarConnection.ofDomain({ id })).toMatchObject([
      { service: "inwx", answer: { renewsOn: "2027-03-01" } },
    ]);
    const due = await office.services.db.selectFrom("deadlines").selectAll().where("targetId", "=", id).execute();
    expect(due.map(({ kind, dueOn, certainty }) => [kind, dueOn, certainty])).toContainEqual([
      "domainRenewal",
      "2027-03-01",
      "certain",
    ]);
  });

  it("leave alone what somebody entered by hand, and what lies in another account", async () => {
    const entered = await createRecord(admin, "domain", { name: "amsel.de", renewsAt: "2027-09-09", costCents: 100 });
    const other = await createRecord(admin, "registrarAccount");
    const elsewhere = await createRecord(admin, "domain", { name: "fink.de", registrarAccountId: other.id });
    const { id } = await connect("inwx", { domains: [amsel, { ...amsel, name: "fink.de" }] });
    expect(await domainOf(entered.id)).toMatchObject({ renewsAt: "2027-09-09", costCents: 100 });
    expect(await domainOf(elsewhere.id)).toMatchObject({ renewsAt: null, registrarAccountId: { id: other.id } });
    expect((await domains(id)).domains.map(({ state }) => state)).toEqual(["known", "elsewhere"]);
  });

  it("come with domains that are taken over; what the registrar does not name any more is said", async () => {
    const { id, registrar } = await connect("autodns", { domains: [amsel, { ...amsel, name: "fink.de" }] });
    expect(await admin.registrarConnection.importDomains({ id, names: ["amsel.de"] })).toEqual({
      ok: 1,
      failed: [],
      failedCount: 0,
    });
    const [created] = (await admin.domain.list({})).data;
    expect(created?.values).toMatchObject({ name: "amsel.de", renewsAt: "2027-03-01" });
    registrar.stock.domains = [];
    await admin.registrarConnection.ask({ id });
    await askDueRegistrars(office.services);
    expect((await domains(id)).missing).toMatchObject([{ label: "amsel.de" }]);
    expect(await list()).toMatchObject({ missingCount: 1, domainCount: 0 });
  });
});

it("a domain that cannot be taken over stops no other, and says why", async () => {
  const fink = { ...amsel, name: "fink.de", renews: "2027-06-30" };
  const { id } = await connect("autodns", { domains: [amsel, fink] });
  await createRecord(admin, "domain", { name: "amsel.de" });
  const names = ["amsel.de", "fremd.de", "fink.de"];
  const { ok, failed, failedCount } = await admin.registrarConnection.importDomains({ id, names });
  expect([ok, failedCount]).toEqual([1, 2]);
  expect(failed.map(({ title }) => title)).toEqual(["amsel.de", "fremd.de"]);
  expect(failed.map(({ message }) => message)).toEqual([
    expect.stringMatching(/bereits vergeben/),
    "Der Registrar nennt diese Domain nicht (mehr).",
  ]);
  const all = (await admin.domain.list({})).data.map(({ values }) => [values.name, values.renewsAt]);
  expect(all.toSorted()).toEqual([
    ["amsel.de", null],
    ["fink.de", "2027-06-30"],
  ]);
});

it("many domains are taken over in short transactions, between which others write", async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ ...amsel, name: `d${100 + index}.de` }));
  const { id } = await connect("autodns", { domains: many });
  const names = many.map(({ name }) => name);
  const seen = new Set<number>();
  const importing = admin.registrarConnection.importDomains({ id, names });
  let isOver = false;
  void importing.finally(() => (isOver = true));
  while (!isOver) {
    await createRecord(admin, "customer");
    seen.add((await admin.domain.list({})).totalItems);
  }
  expect(await importing).toEqual({ ok: 120, failed: [], failedCount: 0 });
  expect([...seen].some((count) => count > 0 && count < 120)).toBe(true);
});

describe("a domain that does not renew itself any more at its registrar", () => {
  const valuesOf = async (id: string) => (await admin.domain.get({ id })).values;
  const noticed = async (id: string) => (await admin.changeEvent.list({ type: "domain", id, view: "machine" })).data;
  const told = () =>
    office.services.db.selectFrom("notifications").select("title").where("title", "like", "%amsel.de%").execute();
  const askWith = async (auto: boolean) => {
    if (registrar) registrar.stock.domains = [{ ...amsel, auto }];
    await admin.registrarConnection.ask({ id: (await list())?.id ?? "" });
    await askDueRegistrars(office.services);
  };

  it("ends here too, on the same day, and whoever is responsible is told once", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel.de" });
    await connect("inwx", { domains: [amsel] });
    expect(await noticed(id)).toEqual([]);
    await askWith(false);
    await askWith(false);
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-03-01", autoRenew: false });
    expect(await noticed(id)).toMatchObject([
      { source: "registrar", kind: "renewal", after: ["endet am 01.03.2027"], isPlanned: false },
    ]);
    expect(await told()).toEqual([{ title: "Verlängert sich beim Registrar nicht mehr: amsel.de" }]);
    await askWith(true);
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-03-01", autoRenew: true });
    expect(await told()).toHaveLength(1);
  });

  it("is told of also where somebody entered the day, and that stays as it is", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel.de", renewsAt: "2027-09-09", autoRenew: true });
    await connect("inwx", { domains: [amsel] });
    await askWith(false);
    expect(await valuesOf(id)).toMatchObject({ renewsAt: "2027-09-09", autoRenew: true });
    expect(await told()).toHaveLength(1);
  });

  it("is no news to those who decided it, or the first time that it is heard of", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel.de" });
    await connect("inwx", { domains: [{ ...amsel, auto: false }] });
    expect([await noticed(id), await told()]).toEqual([[], []]);
    await askWith(true);
    const { version } = await admin.domain.get({ id });
    await admin.domain.update({ params: { id }, body: { renewDecision: "cancel" }, version });
    await askWith(false);
    expect(await noticed(id)).toMatchObject([{ kind: "renewal", isPlanned: true }]);
    expect(await told()).toEqual([]);
  });
});

describe("connecting", () => {
  const values = registrarKeys.hetznerDns;

  it("is for admins; others see only what is said of a domain they may read, and prices by their role", async () => {
    const { id } = await createRecord(admin, "domain", { name: "amsel.de" });
    await connect("inwx", { domains: [amsel] });
    const stranger = await office.as();
    const member = await office.as(await office.hire({ role: "member" }));
    const acts = (of: Api) => [
      of.registrarConnection.list({}),
      of.registrarConnection.domains({ id: "x" }),
      of.registrarConnection.create({ body: { service: "inwx", registrarAccountId: "x" } }),
      of.registrarConnection.update({ params: { id: "x" }, body: {}, version: 1 }),
      of.registrarConnection.delete({ id: "x" }),
      of.registrarConnection.ask({ id: "x" }),
      of.registrarConnection.importDomains({ id: "x", names: ["a.de"] }),
    ];
    for (const act of [...acts(stranger), stranger.registrarConnection.ofDomain({ id })])
      expect(await refusalOf(act)).toMatchObject({ code: "UNAUTHORIZED" });
    for (const act of acts(member)) expect(await refusalOf(act)).toMatchObject({ code: "FORBIDDEN" });
    for (const maintainer of [await office.as(await office.hire({ role: "maintainer" }))])
      for (const act of acts(maintainer)) expect(await refusalOf(act)).toMatchObject({ code: "FORBIDDEN" });
    expect((await member.registrarConnection.ofDomain({ id }))[0]?.answer.price).toBeNull();
    expect((await admin.registrarConnection.ofDomain({ id }))[0]?.answer.price).toMatchObject({ cents: 465 });
    expect(await refusalOf(member.registrarConnection.ofDomain({ id: "x" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuses what is missing, a second connection of an account, and a change that came too late", async () => {
    const { id: registrarAccountId } = await createRecord(admin, "registrarAccount");
    const create = (body: object, creationId = "ein-formular-1") =>
      admin.registrarConnection.create({
        body: { service: "hetznerDns", registrarAccountId, values, ...body },
        creationId,
      });
    expect(await refusalOf(create({ values: {} }))).toMatchObject({ fields: { token: [expect.any(String)] } });
    expect(await refusalOf(create({ values: { ...values, server: "ftp://x" } }))).toMatchObject({
      fields: { server: [expect.any(String)] },
    });
    expect(await refusalOf(create({ values: { ...values, kennwort: "x" } }))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refusalOf(create({ registrarAccountId: "x" }))).toMatchObject({
      fields: { registrarAccountId: [expect.any(String)] },
    });
    const { id } = await create({});
    expect(await create({})).toEqual({ id });
    expect(await refusalOf(create({}, "ein-anderes-formular"))).toMatchObject({
      fields: { registrarAccountId: [expect.any(String)] },
    });
    await admin.registrarConnection.update({ params: { id }, body: { isEnabled: false }, version: 1 });
    expect(
      await refusalOf(admin.registrarConnection.update({ params: { id }, body: { isEnabled: true }, version: 1 })),
    ).toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(admin.registrarConnection.ask({ id }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await askDueRegistrars(office.services)).toBe(0);
  });

  it("keeps keys sealed, tells nobody them again, and sends them to no other server", async () => {
    const { id } = await connect("ionos", { domains: [amsel] });
    const rows = JSON.stringify(await office.services.db.selectFrom("registrarConnections").selectAll().execute());
    const history = JSON.stringify(await office.services.db.selectFrom("changes").selectAll().execute());
    expect(`${rows}${history}${JSON.stringify(await list())}`).not.toContain("richtig");
    expect(await list()).toMatchObject({ secrets: ["key"] });
    registrar?.receiver.answer(() => ({ status: 302, headers: { Location: `${registrar?.receiver.url}/weg` } }));
    const before = registrar?.receiver.received.length ?? 0;
    await admin.registrarConnection.ask({ id });
    await askDueRegistrars(office.services);
    expect(registrar?.receiver.received.slice(before)).toHaveLength(1);
    expect((await list())?.error).toMatch(/Status 302/);
  });

  it("wants the keys again for another server, and sends them nowhere in the clear", async () => {
    const { id } = await connect("inwx", { domains: [amsel] });
    const { user } = registrarKeys.inwx;
    const update = (values: Record<string, string>) =>
      admin.registrarConnection.update({ params: { id }, body: { values }, version: 1 });
    for (const server of ["https://sammler.example", ""])
      expect(await refusalOf(update({ user: user ?? "", server }))).toMatchObject({
        fields: { password: ["Passwort: Pflichtfeld."] },
      });
    const elsewhere = { ...registrarKeys.inwx, server: "http://sammler.example" };
    expect(await refusalOf(update(elsewhere))).toMatchObject({
      fields: { server: ["Server: Bitte eine Adresse mit https:// eingeben."] },
    });
    const { id: registrarAccountId } = await createRecord(admin, "registrarAccount");
    const body = { service: "inwx" as const, registrarAccountId, values: elsewhere };
    expect(await refusalOf(admin.registrarConnection.create({ body }))).toMatchObject({
      fields: { server: [expect.any(String)] },
    });
    await update({ user: "andere", server: registrar?.receiver.url ?? "" });
    expect(await list()).toMatchObject({ secrets: ["password"], values: { user: "andere" } });
  });

  it("is asked once when two look at the same time, and what came after it ended counts for nothing", async () => {
    const { id, registrar } = await connect("hetznerDns", { zones: ["a.de"] });
    await admin.registrarConnection.ask({ id });
    const both = await Promise.all([askDueRegistrars(office.services), askDueRegistrars(office.services)]);
    expect(both.toSorted()).toEqual([0, 1]);
    await admin.registrarConnection.ask({ id });
    registrar.stock.zones = ["b.de"];
    const asking = askDueRegistrars(office.services);
    await admin.registrarConnection.delete({ id });
    await asking;
    expect(await office.services.db.selectFrom("registrarDomains").selectAll().execute()).toEqual([]);
  });
});
