import { beforeEach, describe, expect, it } from "vitest";
import type { PageHit, SnippetPart } from "../../../contract/wiki/page-rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, heading, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  api = await office.as(jana);
});

const marked = (parts: readonly SnippetPart[]) => parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);
const found = async (query: string, more = {}) => (await api.page.search({ query, ...more })).hits;
const titles = (hits: readonly PageHit[]) => hits.map(({ title }) => title);

async function page(title: string, ...content: Parameters<typeof write>[3][]) {
  const { id } = await createPage(api, { title });
  if (content.length > 0) await write(office, jana, id, ...content);
  return id;
}

describe("the search of the wiki", () => {
  it("puts titles first, then headings, then text, and finds parts of words", async () => {
    await page("Sicherungen", paragraph("Wildcardzertifikate laufen ab."));
    await page("TLS", heading("Zertifikate erneuern"), paragraph("Mit certbot."));
    await page("Zertifikat bestellen", paragraph("Beim Hoster."));
    const hits = await found("zertifikat");
    expect(titles(hits)).toEqual(["Zertifikat bestellen", "TLS", "Sicherungen"]);
    expect(hits.map((hit) => hit.in)).toEqual(["title", "heading", "text"]);
    expect(marked(hits[0]?.titleParts ?? [])).toEqual(["Zertifikat"]);
    expect(marked(hits[1]?.snippet ?? [])).toEqual(["Zertifikat"]);
    expect(hits[2]?.snippet).toEqual([
      { text: "Wildcard", isMatch: false },
      { text: "zertifikat", isMatch: true },
      { text: "e laufen ab.", isMatch: false },
    ]);
  });

  it("finds all words wherever they stand, with umlauts in any spelling, and shows the place", async () => {
    const long = "Lorem ipsum dolor sit amet. ".repeat(40);
    await page("Größere Umzüge", paragraph(`${long}Der Schlüssel liegt beim Empfang. ${long}`));
    expect(titles(await found("umzuge schluessel"))).toEqual(["Größere Umzüge"]);
    const [hit] = await found("schlussel empfang");
    expect(marked(hit?.snippet ?? [])).toEqual(["Schlüssel", "Empfang"]);
    expect(hit?.snippet[0]?.text).toMatch(/^… /);
    expect((hit?.snippet ?? []).map(({ text }) => text).join("").length).toBeLessThan(260);
    expect(await found("umzuge passwort")).toEqual([]);
  });

  it("keeps markup from the content as plain text", async () => {
    await page("Angriff", paragraph("<img src=x onerror=alert(1)> Zertifikat"));
    const [hit] = await found("zertifikat");
    expect(hit?.snippet[0]).toEqual({ text: "<img src=x onerror=alert(1)> ", isMatch: false });
  });

  it("is narrowed to a part of the tree, a status, an author, a tag and a mention", async () => {
    const tag = await api.tag.create({ body: { name: "Technik" } });
    const customer = await api.customer.create({ body: { name: "Weingut Amsel" } });
    const top = await page("Oben Notiz");
    const inner = await createPage(api, { title: "Innen Notiz", status: "outdated", tags: [tag.id] }, top);
    await write(office, jana, inner.id, paragraph(mention("customer", customer.id)));
    await page("Andere Notiz");
    const narrowed = async (more: object) => titles(await found("notiz", more)).sort();
    expect(await narrowed({ parentId: top })).toEqual(["Innen Notiz", "Oben Notiz"]);
    for (const more of [{ status: "outdated" }, { tagId: tag.id }, { mentions: { kind: "customer", id: customer.id } }])
      expect(await narrowed(more)).toEqual(["Innen Notiz"]);
    expect(await narrowed({ authorId: jana.id })).toHaveLength(3);
    expect(await narrowed({ authorId: "nobody" })).toEqual([]);
    await api.page.trash({ id: top });
    expect(await narrowed({})).toEqual(["Andere Notiz"]);
  });

  it("counts what is looked for in vain, and names other gaps", async () => {
    expect((await refusalOf(api.page.countMiss({ query: "" }))).code).toBe("BAD_REQUEST");
    await page("Vorhanden");
    expect(await api.page.countMiss({ query: "Urlaubsregeln" })).toEqual({ isCounted: true });
    expect(await api.page.countMiss({ query: "urlaubsregeln " })).toEqual({ isCounted: true });
    expect(await api.page.countMiss({ query: "vorhanden" })).toEqual({ isCounted: false });
    const gone = await page("Weg");
    const source = await page("Quelle", paragraph(mention("page", gone)));
    await api.page.trash({ id: gone });
    await api.page.update({ params: { id: source }, body: { responsibleUserId: null }, version: 1 });
    expect(await api.page.gaps()).toMatchObject({
      searches: [{ query: "urlaubsregeln", count: 2 }],
      withoutOwner: 1,
      brokenLinks: [{ page: { title: "Quelle" }, targets: 1 }],
    });
  });

  it("finds the text of pages in the search of the portal, too", async () => {
    await page("TLS", paragraph("Wildcardzertifikate laufen ab."));
    expect((await api.search.find({ query: "zertifikat" })).hits).toMatchObject([{ type: "page", title: "TLS" }]);
  });
});
