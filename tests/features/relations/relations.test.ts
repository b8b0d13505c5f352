import { beforeEach, describe, expect, it } from "vitest";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Api } from "../../../server/features/router.ts";
import { notesHtml } from "../../../server/records/notes-html.ts";
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

const groupsOf = async (type: RecordType, id: string, by: Api = api) => {
  const groups = await by.relation.list({ type, id });
  return Object.fromEntries(groups.map((group) => [group.key, group]));
};
const titlesOf = (group: { items: { title: string }[] } | undefined) => group?.items.map(({ title }) => title);

describe("what a record is tied to", () => {
  it("is refused to a stranger, and of a missing record not there", async () => {
    const { id } = await createRecord(api, "website");
    const refused = (await office.as()).relation.list({ type: "website", id });
    await expect(refused).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(api.relation.list({ type: "host", id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows on both ends, with the role of the link", async () => {
    const customer = await createRecord(api, "customer", { name: "Weingut Amsel" });
    const host = await createRecord(api, "host", { name: "web03" });
    const website = await createRecord(api, "website", {
      url: "https://shop.weingut-amsel.example/",
      name: "Onlineshop",
      customerId: customer.id,
      hosts: [{ id: host.id, role: "mail" }],
    });
    const ofWebsite = await groupsOf("website", website.id);
    expect(titlesOf(ofWebsite.customerId)).toEqual(["Weingut Amsel"]);
    expect(ofWebsite.hosts?.items).toMatchObject([{ title: "web03", note: "Mail", page: { type: "host", tab: null } }]);
    expect(ofWebsite.domains?.items).toMatchObject([{ title: "weingut-amsel.example", note: "Hauptdomain" }]);
    expect(Object.keys(ofWebsite).slice(0, 3)).toEqual(["customerId", "domains", "hosts"]);

    const ofHost = await groupsOf("host", host.id);
    expect(ofHost["website.hosts"]).toMatchObject({
      label: "Websites",
      totalItems: 1,
      items: [{ title: "Onlineshop", note: "Mail" }],
    });
    const domainId = ofWebsite.domains?.items[0]?.id as string;
    expect(titlesOf((await groupsOf("domain", domainId))["website.domains"])).toEqual(["Onlineshop"]);
    const ofCustomer = await groupsOf("customer", customer.id);
    expect(titlesOf(ofCustomer["website.customerId"])).toEqual(["Onlineshop"]);
    expect(titlesOf(ofCustomer["domain.customerId"])).toEqual(["weingut-amsel.example"]);
  });

  it("says of what is watched how it is doing, and of nothing else", async () => {
    const customer = await createRecord(api, "customer");
    const host = await createRecord(api, "host", { customerId: customer.id });
    const site = await createRecord(api, "website", { customerId: customer.id, hosts: [{ id: host.id, role: "web" }] });
    await createRecord(api, "contact", { customerId: customer.id });
    await office.services.db.updateTable("websites").set({ status: "offline" }).where("id", "=", site.id).execute();
    const groups = await groupsOf("customer", customer.id);
    const statusOf = (key: string) => groups[key]?.items.map(({ status }) => status);
    expect(statusOf("website.customerId")).toEqual(["offline"]);
    expect(statusOf("host.customerId")).toEqual(["unknown"]);
    expect(statusOf("domain.customerId")).toEqual(["unknown"]);
    expect(statusOf("contact.customerId")).toEqual([null]);
    expect((await groupsOf("host", host.id))["website.hosts"]?.items).toMatchObject([{ status: "offline" }]);
  });

  it("counts all of a group and names the first eight", async () => {
    const { id } = await createRecord(api, "customer");
    for (let n = 11; n > 0; n -= 1)
      await createRecord(api, "domain", { customerId: id, name: `d${String(n).padStart(2, "0")}.example` });
    const group = (await groupsOf("customer", id))["domain.customerId"];
    expect(group?.totalItems).toBe(11);
    expect(titlesOf(group)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"].map((n) => `d0${n}.example`));
  });

  it("leaves out what points here from the archive, and marks what the record itself names there", async () => {
    const customer = await createRecord(api, "customer");
    const domain = await createRecord(api, "domain", { customerId: customer.id });
    const gone = await createRecord(api, "domain", { customerId: customer.id });
    await api.domain.archive({ id: gone.id });
    expect((await groupsOf("customer", customer.id))["domain.customerId"]?.totalItems).toBe(1);
    await api.customer.archive({ id: customer.id });
    expect((await groupsOf("domain", domain.id)).customerId?.items).toMatchObject([{ archived: true }]);
  });

  it("leads to the page of the customer or the contract for what lives there", async () => {
    const customer = await createRecord(api, "customer");
    await createRecord(api, "contact", { customerId: customer.id });
    const contract = await createRecord(api, "contract", { customerId: customer.id });
    const website = await createRecord(api, "website");
    await createRecord(api, "contractItem", { contractId: contract.id, websiteId: website.id, label: "Wartung" });
    const contacts = (await groupsOf("customer", customer.id))["contact.customerId"];
    expect(contacts?.items[0]?.page).toEqual({ type: "customer", id: customer.id, tab: "contacts" });
    const items = (await groupsOf("website", website.id))["contractItem.websiteId"];
    expect(items?.items).toMatchObject([
      { title: "Wartung", page: { type: "contract", id: contract.id, tab: "contract-items" } },
    ]);
  });
});

describe("what hangs on a record", () => {
  it("is told only to those who may delete", async () => {
    const { id } = await createRecord(api, "customer");
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const call = (await office.as(await office.hire({ role }))).relation.dependents({ type: "customer", id });
      await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(api.relation.dependents({ type: "device", id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("names what goes with it and what stays, the archive included", async () => {
    const customer = await createRecord(api, "customer");
    const contract = await createRecord(api, "contract", { customerId: customer.id });
    await createRecord(api, "contractItem", { contractId: contract.id });
    const { id } = await createRecord(api, "website", { customerId: customer.id });
    await api.website.archive({ id });
    const dependents = await api.relation.dependents({ type: "customer", id: customer.id });
    expect(dependents.map(({ label, count, fate }) => `${count} ${label} ${fate}`)).toEqual([
      "1 Vertrag deleted",
      "1 Vertragsposition deleted",
      "1 Website detached",
      "1 Domain detached",
    ]);
  });
});

describe("notes", () => {
  it("are refused to a stranger", async () => {
    const { id } = await createRecord(api, "website", { notes: "Geheim" });
    await expect((await office.as()).note.html({ type: "website", id })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });

  it("are HTML of their Markdown, and nothing where nobody has written", async () => {
    const written = await createRecord(api, "website", { notes: "# Zugang\n\n- **nur** über VPN" });
    const silent = await createRecord(api, "website");
    const { html } = await api.note.html({ type: "website", id: written.id });
    expect(html).toContain("<h3>Zugang</h3>");
    expect(html).toContain("<strong>nur</strong>");
    expect(await api.note.html({ type: "website", id: silent.id })).toEqual({ html: null });
  });

  it.each([
    ["<script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>"],
    ["[Klick](javascript:alert(1))"],
    ["[Klick](//fremd.example)<iframe src='https://fremd.example'></iframe>"],
    ["<a href='data:text/html,x' onclick='alert(1)' style='position:fixed'>x</a>"],
    ["<form action='https://fremd.example'><input type='password' name='x' onfocus='alert(1)'></form>"],
    ["<svg><a xlink:href='javascript:alert(1)'>x</a></svg><math><mi>x</mi></math>"],
  ])("are harmless whatever is in them: %s", (markdown) => {
    const html = notesHtml(markdown);
    expect(html).not.toMatch(/<(script|img|iframe|form|svg|style|math)|javascript:|data:|\son\w+=|style=|password/i);
  });

  it("keep links to pages of the portal and of others, and the boxes of tasks as characters", () => {
    expect(notesHtml("[Host](/hosts/1) [Doku](https://doku.example/a)")).toContain(
      '<a href="/hosts/1">Host</a> <a href="https://doku.example/a">Doku</a>',
    );
    expect(notesHtml("- [x] Backup\n- [ ] Test")).toMatch(/☑ .*Backup.*☐ .*Test/s);
  });
});
