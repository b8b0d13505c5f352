import { beforeEach, describe, expect, it } from "vitest";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { recordChangeEvents } from "../../../server/features/change-events/record.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, sendDue, tellEvents } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let janas: Api;
let id: string;
let customerId: string;
let otherId: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  janas = await office.as(jana);
  const { host, sites, customerId: own } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
  customerId = own;
  otherId = (await createRecord(janas, "customer", { name: "Weingut Amsel", slaLevel: "premium" })).id;
  const hosts = [{ id: host.id, role: "web" }];
  const other = await createRecord(janas, "website", { name: "Weinladen", hosts, customerId: otherId });
  await createRecord(janas, "contact", {
    lastName: "Amsel",
    firstName: "Karla",
    customerId: otherId,
    roles: ["emergency"],
    email: "karla@amsel.example",
    mobile: "+49 170 1234567",
  });
  office.advance(60_000);
  await tellEvents(office, "down", [...sites, { type: "website", id: other.id }]);
  await sendDue(office);
  id = (await janas.incident.list({})).data[0]?.id ?? "";
});

describe("the page of an incident", () => {
  it("names customers by service level, with whom to call, and what was changed before", async () => {
    const { customers, changesBefore, support } = await janas.incident.page({ id });
    expect(customers.map(({ label, sla }) => ({ label, sla }))[0]).toEqual({ label: "Weingut Amsel", sla: "premium" });
    expect(customers[0]?.emergency).toEqual([{ name: "Karla Amsel", phone: "+491701234567" }]);
    expect(customers.map((each) => each.members.length)).toEqual([1, 3]);
    expect(changesBefore.map(({ text }) => text)).toContain("Website angelegt");
    expect(support?.host?.label).toBe("web-3");
  });

  it("holds what machines noticed before it as well: deployments and certificates", async () => {
    const { sites } = await hostWithSites(office, { count: 2, responsibleUserId: (await office.hire()).id });
    const target = { type: "website" as const, id: sites[0]?.id ?? "" };
    await transact(systemContext(office.services), (tx) =>
      recordChangeEvents(tx, [
        { source: "deployment", kind: "deployment", target, before: null, after: ["1.4.2"] },
        { source: "certificate", kind: "issuer", target, before: ["R3"], after: ["R11"] },
      ]),
    );
    office.advance(60_000);
    await tellEvents(office, "down", sites);
    const { incidentId: newest } = await office.services.db
      .selectFrom("incidentMembers")
      .select("incidentId")
      .where("targetId", "=", target.id)
      .executeTakeFirstOrThrow();
    const { changesBefore } = await janas.incident.page({ id: newest });
    const texts = changesBefore.map(({ text }) => text);
    expect(texts).toContain("Auslieferung: 1.4.2");
    expect(texts).toContain("Aussteller des Zertifikats: R3 → R11");
  });

  it("says whom to call about a website by itself, and about a name that is not found", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const provider = await createRecord(admin, "provider", {
      name: "Nordhost",
      supportPhone: "+49 40 1234567",
      customerNo: "N-4711",
    });
    const host = await createRecord(admin, "host", { name: "web-09", providerId: provider.id, contractNo: "V-12" });
    const mail = await createRecord(admin, "host", { name: "mx-01", providerId: provider.id, contractNo: "V-99" });
    const hosts = [
      { id: mail.id, role: "mail" },
      { id: host.id, role: "web" },
    ];
    const site = await createRecord(admin, "website", { name: "Kelterhaus", hosts });
    const registrar = await createRecord(admin, "registrar", { name: "Namensamt", supportEmail: "hilfe@amt.example" });
    const account = await createRecord(admin, "registrarAccount", {
      name: "Hauptkonto",
      registrarId: registrar.id,
      customerNo: "R-5",
    });
    const domain = await createRecord(admin, "domain", { name: "kelter.example", registrarAccountId: account.id });
    await tellEvents(office, "down", [{ type: "website", id: site.id }], {
      code: "httpStatus",
      text: "HTTP-Status 500",
    });
    await tellEvents(office, "down", [{ type: "domain", id: domain.id }], { code: "dnsNotFound", text: "Name fehlt" });
    const pageAbout = async (targetId: string) => {
      const { incidentId } = await office.services.db
        .selectFrom("incidentMembers")
        .select("incidentId")
        .where("targetId", "=", targetId)
        .executeTakeFirstOrThrow();
      return janas.incident.page({ id: incidentId });
    };
    expect((await pageAbout(site.id)).support).toMatchObject({
      host: { label: "web-09" },
      provider: { label: "Nordhost" },
      phone: "+49401234567",
      contractNo: "V-12",
      customerNo: "N-4711",
    });
    expect((await pageAbout(domain.id)).support).toMatchObject({
      host: null,
      registrar: { label: "Namensamt" },
      email: "hilfe@amt.example",
      customerNo: "R-5",
    });
  });

  it("names earlier ones of the same host or the same websites, with how they ended, and no others", async () => {
    const { sites } = await hostWithSites(office, { count: 2, responsibleUserId: jana.id });
    const marens = await office.as(await office.hire({ role: "maintainer" }));
    const again = async () => {
      office.advance(3600_000);
      await tellEvents(office, "down", sites);
      const [newest] = (await janas.incident.list({})).data;
      await tellEvents(office, "up", sites);
      return newest?.id ?? "";
    };
    const [first, second, third] = [await again(), await again(), await again()];
    await marens.incident.close({ id: first, reason: "falseAlarm" });
    const { similar } = await janas.incident.page({ id: third });
    expect(similar.map((each) => [each.id, each.endReason])).toEqual([
      [second, "fixed"],
      [first, "falseAlarm"],
    ]);
    expect((await janas.incident.page({ id })).similar).toEqual([]);
  });

  it("is not shown to strangers", async () => {
    expect((await refusalOf((await office.as()).incident.page({ id }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf((await office.as()).incident.banners({}))).code).toBe("UNAUTHORIZED");
  });
});

it("an incident names a hundred of those that it hits, what is still down first, and counts all", async () => {
  const { sites } = await hostWithSites(office, { count: 102, responsibleUserId: jana.id });
  await tellEvents(office, "down", sites);
  const [newest] = (await janas.incident.list({})).data;
  await tellEvents(office, "up", sites.slice(0, 3));
  const { members, memberCount } = await janas.incident.read({ id: newest?.id ?? "" });
  expect([members.length, memberCount]).toEqual([100, 102]);
  expect(members.map(({ status }) => status)).toEqual([...Array(99).fill("offline"), "online"]);
});

describe("what could be written to a customer", () => {
  it("is refused to who only reads, and about customers whom it does not hit", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.incident.customerInfo({ id, customerId }))).code).toBe("FORBIDDEN");
    const stranger = (await createRecord(janas, "customer", {})).id;
    expect((await refusalOf(janas.incident.customerInfo({ id, customerId: stranger }))).code).toBe("NOT_FOUND");
    const letter = { id, customerId, contactId: "none", subject: "Störung", text: "Guten Tag" };
    expect((await refusalOf(janas.incident.sendCustomerInfo(letter))).fields).toHaveProperty("contactId");
  });

  it("names their websites and no others, and leaves when somebody sends it", async () => {
    const draft = await janas.incident.customerInfo({ id, customerId: otherId });
    expect(draft.text).toContain("- Weinladen");
    expect(draft.text).not.toContain("Muster");
    const [contact] = draft.recipients;
    const { subject, text } = draft;
    const { db } = office.services;
    expect(await db.selectFrom("mails").select("id").where("kind", "=", "incident").execute()).toEqual([]);
    await janas.incident.sendCustomerInfo({ id, customerId: otherId, contactId: contact?.id ?? "", subject, text });
    const mails = await db.selectFrom("mails").select(["toEmail", "subject"]).where("kind", "=", "incident").execute();
    expect(mails).toEqual([{ toEmail: "karla@amsel.example", subject: "Störung bei Weinladen" }]);
    const { entries } = await janas.incident.page({ id });
    expect(entries.at(-1)).toMatchObject({ kind: "customerInfo", text: "Weingut Amsel: an Karla Amsel gesendet" });
  });

  it("leaves once, however often what was sent is sent again", async () => {
    const { recipients } = await janas.incident.customerInfo({ id, customerId: otherId });
    const about = { id, customerId: otherId, contactId: recipients[0]?.id ?? "", creationId: "briefeins1" };
    for (let times = 0; times < 2; times += 1)
      await janas.incident.sendCustomerInfo({ ...about, subject: "Störung", text: "Guten Tag" });
    const sent = office.services.db.selectFrom("mails").select("id").where("kind", "=", "incident");
    expect(await sent.execute()).toHaveLength(1);
    const { entries } = await janas.incident.page({ id });
    expect(entries.filter(({ kind }) => kind === "customerInfo")).toHaveLength(1);
  });
});

describe("the report", () => {
  it("is a page of the wiki made of the timeline, once", async () => {
    await janas.incident.note({ id, text: "*Kernel* neu [gestartet]" });
    const page = await janas.incident.report({ id });
    const { markdown, title } = await janas.pageTransfer.readMarkdown({ id: page.id });
    expect(title).toBe("Nachbericht zu Störung #1 vom 20.11.2026");
    expect(markdown).toContain("**Notiz** von Jana Petersen: \\*Kernel\\* neu");
    expect(markdown).toContain("Weinladen");
    expect((await refusalOf(janas.incident.report({ id }))).code).toBe("CONFLICT");
  });
});

describe("a page of the wiki that is pinned", () => {
  it("stands with every incident about the same provider, for whoever may read it", async () => {
    const maintainer = await office.as(await office.hire({ role: "maintainer" }));
    const open = (await createPage(maintainer, { title: "Nordhost: wen anrufen" })).id;
    const secret = (await createPage(maintainer, { title: "Nordhost: Vertrag", visibility: "maintainers" })).id;
    const { pinTargets } = await janas.incident.page({ id });
    const provider = pinTargets.find(({ kind }) => kind === "provider");
    const pin = { kind: "provider" as const, value: provider?.value ?? "", on: true };
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf(reader.incident.setPin({ ...pin, pageId: open }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(janas.incident.setPin({ ...pin, pageId: secret }))).code).toBe("NOT_FOUND");
    expect((await refusalOf(janas.incident.setPin({ ...pin, value: "none", pageId: open }))).code).toBe("NOT_FOUND");
    await janas.incident.setPin({ ...pin, pageId: open });
    await janas.incident.setPin({ ...pin, pageId: open });
    await maintainer.incident.setPin({ ...pin, pageId: secret });
    expect((await maintainer.incident.page({ id })).runbooks).toHaveLength(2);
    const { runbooks } = await janas.incident.page({ id });
    expect(runbooks.map(({ label }) => label)).toEqual(["Nordhost: wen anrufen"]);
    await janas.incident.setPin({ ...pin, pageId: open, on: false });
    expect((await janas.incident.page({ id })).runbooks).toEqual([]);
  });

  it("stands with every incident about the same system, kind of host or customer, and with no other", async () => {
    const shop = await createRecord(janas, "website", {
      name: "Weinhandel",
      cms: "Shopware",
      customerId: otherId,
      hosts: [{ id: (await createRecord(janas, "host", { name: "web-77", kind: "cloud" })).id, role: "web" }],
    });
    await tellEvents(office, "down", [{ type: "website", id: shop.id }]);
    const ofShop = (await janas.incident.list({})).data[0]?.id ?? "";
    const { pinTargets } = await janas.incident.page({ id: ofShop });
    const pinned = pinTargets.filter(({ kind }) => kind !== "provider");
    // Customers come last: a large outage hits more of them than are listed.
    expect(pinned).toEqual([
      { kind: "hostKind", value: "cloud", label: "Cloud/PaaS" },
      { kind: "technology", value: "shopware", label: "Shopware" },
      { kind: "customer", value: otherId, label: "Weingut Amsel" },
    ]);
    for (const { kind, value, label } of pinned) {
      const page = await createPage(janas, { title: `Was tun: ${label}` });
      await janas.incident.setPin({ kind, value, pageId: page.id, on: true });
    }
    const titlesOf = async (incidentId: string) =>
      (await janas.incident.page({ id: incidentId })).runbooks.map(({ label }) => label);
    expect(await titlesOf(ofShop)).toEqual(["Was tun: Cloud/PaaS", "Was tun: Shopware", "Was tun: Weingut Amsel"]);
    // The other one hits the same customer, and nothing else of it.
    expect(await titlesOf(id)).toEqual(["Was tun: Weingut Amsel"]);
  });
});
