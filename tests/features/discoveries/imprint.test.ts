import { describe, expect, it } from "vitest";
import { readSite } from "../../../server/features/discoveries/read-site.ts";
import { readHtml } from "../../../server/lookups/imprint/read-html.ts";
import { readImprint } from "../../../server/lookups/imprint/read-imprint.ts";
import { chanceOf } from "../../support/chance.ts";
import { imprintShapes } from "../../support/discoveries/imprints.ts";

describe("an Impressum", () => {
  it.each(imprintShapes)("in the shape of $name", ({ html, url, says, silent = [] }) => {
    const facts = readImprint(readHtml(html), url);
    expect(facts).toMatchObject(says);
    for (const name of silent) expect([name, facts[name]]).toEqual([name, null]);
  });
});

describe("a page by chance", () => {
  const parts = [
    ...imprintShapes.flatMap(({ html }) => html.split(/(?=<)/)),
    "<",
    ">",
    "</p>",
    "\u0000",
    "&#x41;",
    "&amp",
    "(at)",
    "Tel.: ",
    "HRB ",
    "DE1234",
    "55411 ",
    '"',
    "'",
    "<!--",
    "<script type=application/ld+json>{",
  ];

  it("is read without an error, whatever stands in it, and gives texts of bounded length", () => {
    const { below } = chanceOf(20261123);
    for (let round = 0; round < 400; round += 1) {
      const html = Array.from({ length: below(120) }, () => parts[below(parts.length)]).join("");
      const { facts, imprintUrls, title } = readSite(html, "https://zufall.example/");
      const texts = Object.values(facts).filter((fact) => fact !== null);
      for (const text of [title, ...texts]) expect(text.length).toBeLessThanOrEqual(300);
      for (const url of imprintUrls) expect(url).toMatch(/^https?:/);
    }
  });

  it("takes the link that says Impressum, and no script", () => {
    const html = `<a href="javascript:alert(1)">Impressum</a><a href="/imprint">Legal notice</a><a href="recht.php?x=1#oben">Impressum</a>`;
    const found = readSite(html, "https://amsel.example/de/");
    expect(found.imprintUrls).toEqual(["https://amsel.example/de/recht.php?x=1", "https://amsel.example/imprint"]);
  });

  it.each(["Tel: 0 ", "a (at) ", "Amtsgericht A", "D-55411 A", "GmbH & Co. ", "DE 1 ", "Straße 1 - ", "[at][dot]"])(
    "of nothing but %j is read in linear time",
    (part) => {
      const page = readHtml(`<p>${part.repeat(60_000)}</p>${`<p>${part.repeat(60)}</p>`.repeat(500)}`);
      expect(page.lines.every((line) => line.length <= 400)).toBe(true);
      expect(() => readImprint(page, "https://zufall.example/")).not.toThrow();
    },
  );
});
