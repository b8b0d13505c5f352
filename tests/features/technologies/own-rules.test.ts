import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { deriveLookups } from "../../../server/features/lookups/derive.ts";
import { runDueLookups } from "../../../server/features/lookups/run.ts";
import type { Api } from "../../../server/features/router.ts";
import { readOwnRules } from "../../../server/features/technologies/own-rules.ts";
import { internetDns, openDns } from "../../../server/lookups/dns/resolver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let admin: Api;
let member: Api;
let server: Server;
let page: string;
let url: string;

beforeEach(async () => {
  askReservedNames(true);
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  member = await office.as(await office.hire());
  page = `<title>Amsel</title><script src="/nordbuchung/v2.4.1/app.js"></script>`;
  server = createServer((request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, { "Content-Type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  askReservedNames(false);
  await new Promise((resolve) => server.close(resolve));
});

const allow = () =>
  admin.setting.update({
    section: "network",
    values: { allowedNetworks: ["127.0.0.0/8"] },
    secrets: {},
    version: 0,
  });
const keep = (values: object, version = 0, api = admin) =>
  api.setting.update({ section: "technologies", values: { ...values }, secrets: {}, version });
const rules = `Buchungsmodul Nord:
  category: plugin
  scriptSrc: ['/nordbuchung/v([\\d.]+)/']
Nordkasse:
  category: payment
  html: ['data-nordkasse=']
`;
async function look(hours = 0) {
  office.advance(hours * 3_600_000);
  const { now } = office.services;
  await deriveLookups(office.services, ["technologies"]);
  const dns = (allowedNetworks: readonly string[]) => openDns({ ...internetDns, roots: [], allowedNetworks, now });
  const resolveName = async () => [{ address: "127.0.0.1", family: 4 }];
  await runDueLookups(
    office.services,
    { openDns: dns, rdapServerOf: () => undefined, resolveName },
    { kinds: ["technologies"] },
  );
}

describe("rules of one's own", () => {
  it.each([
    ["kein: [yaml", "Zeile 1"],
    ["- liste", "Zeile"],
    ["A: 5", "„A“"],
    ["A: { html: ['x'] }", "category"],
    ["A: { category: plugin }", "„A“"],
    ["A: { category: plugin, farbe: rot }", "„farbe“"],
    ["wordpress: { category: cms, html: ['x'] }", "„wordpress“"],
    ["A: &a { category: plugin, html: ['x'] }\nB: *a", "YAML"],
  ])("%j is refused, and %s is named", (text, named) => {
    expect(() => readOwnRules(text)).toThrow(
      expect.objectContaining({ code: "invalid", message: expect.stringContaining(named) }),
    );
  });

  it("refuses a pattern that cannot be searched for in linear time", () => {
    const read = () => readOwnRules(`A: { category: plugin, html: ['(a+)\\1'] }`);
    expect(read).toThrow(
      expect.objectContaining({ code: "invalid", fields: { rules: [expect.stringContaining("(a+)\\1")] } }),
    );
    expect(Object.keys(readOwnRules(rules))).toEqual(["Buchungsmodul Nord", "Nordkasse"]);
  });

  it("are kept by admins, and refused at their field", async () => {
    expect((await refusalOf(keep({ rules }, 0, member))).code).toBe("FORBIDDEN");
    expect((await refusalOf((await office.as()).technology.tryRules({ url, rules }))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(member.technology.tryRules({ url, rules }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(keep({ rules: "A: 5" }))).fields).toEqual({
      "values.rules": [expect.stringContaining("„A“")],
    });
    expect((await refusalOf(keep({ tags: [{ technology: "PHP", tag: "Gibtsnicht" }] }))).fields).toEqual({
      "values.tags": [expect.stringContaining("„Gibtsnicht“")],
    });
    expect((await keep({ rules })).version).toBe(1);
  });

  it("are tried on an address before they are kept", async () => {
    expect((await refusalOf(admin.technology.tryRules({ url: "quatsch", rules }))).fields).toHaveProperty("url");
    expect((await refusalOf(admin.technology.tryRules({ url, rules }))).fields).toEqual({
      url: [expect.any(String)],
    });
    await allow();
    expect(await admin.technology.tryRules({ url, rules })).toMatchObject({
      found: [{ name: "Buchungsmodul Nord", version: "2.4.1" }],
      missed: ["Nordkasse"],
    });
  });

  it("find their technology on every website, without telling that it has come", async () => {
    await allow();
    const { id } = await createRecord(admin, "website", { url });
    await look();
    await keep({ rules });
    await look(27);
    const { scan } = await admin.technology.get({ id });
    expect(scan?.technologies.map(({ name }) => name)).toContain("Buchungsmodul Nord");
    const events = await office.services.db.selectFrom("changeEvents").select("kind").execute();
    expect(events.filter(({ kind }) => kind === "technology")).toEqual([]);
  });

  it("may change on the day on which something else has gone, which is told all the same", async () => {
    await allow();
    const own = rules.replace("category: plugin", "category: chat");
    await keep({ rules: own });
    await createRecord(admin, "website", { url });
    await look();
    await keep({ rules: own.replace("data-nordkasse=", "data-suedkasse=") }, 1);
    page = "<title>Amsel</title>";
    await look(27);
    const events = await office.services.db.selectFrom("changeEvents").select(["kind", "part"]).execute();
    expect(events).toEqual([{ kind: "technology", part: "Buchungsmodul Nord" }]);
  });
});

describe("tags by technology", () => {
  const tagsOf = async (id: string) => {
    const { values } = await admin.website.get({ id });
    return (values.tags as { name: string }[]).map(({ name }) => name);
  };

  it("are given when it appears, and to whom it was found on already", async () => {
    await allow();
    await createRecord(admin, "tag", { name: "Buchung" });
    const jana = await office.hire();
    const first = await createRecord(admin, "website", { url, responsibleUserId: jana.id });
    await keep({ rules });
    await look();
    expect(await tagsOf(first.id)).toEqual([]);
    const tags = [{ technology: "buchungsmodul nord", tag: "buchung" }];
    await keep({ tags }, 1);
    expect(await tagsOf(first.id)).toEqual(["Buchung"]);
    office.signals.length = 0;
    const second = await createRecord(admin, "website", {
      url: url.replace("127.0.0.1", "www.amsel.test"),
      responsibleUserId: jana.id,
    });
    await look(1);
    expect(await tagsOf(second.id)).toEqual(["Buchung"]);
    expect(office.signals.filter(({ event }) => event === "updateTags")).toMatchObject([{ toUserId: jana.id }]);
  });

  it("stay away once somebody has taken them, until the technology comes back", async () => {
    await allow();
    await createRecord(admin, "tag", { name: "Buchung" });
    const { id } = await createRecord(admin, "website", { url });
    await keep({ rules, tags: [{ technology: "Buchungsmodul Nord", tag: "Buchung" }] });
    await look();
    expect(await tagsOf(id)).toEqual(["Buchung"]);
    const { version } = await admin.website.get({ id });
    await admin.website.update({ params: { id }, version, body: { tags: [] } });
    await look(27);
    expect(await tagsOf(id)).toEqual([]);
    const whole = page;
    page = "<title>Amsel</title>";
    await look(27);
    page = whole;
    await look(27);
    expect(await tagsOf(id)).toEqual(["Buchung"]);
  });
});
