import { describe, expect, it } from "vitest";
import type { GatheredSite } from "../../../server/lookups/legal/gathered.ts";
import { readPage } from "../../../server/lookups/legal/read-page.ts";
import { headerCookies } from "../../../server/lookups/legal/rules/cookies.ts";
import { judgeSite } from "../../../server/lookups/legal/rules.ts";
import { chanceOf } from "../../support/chance.ts";
import { aSite, page, siteUrl, startHtml } from "../../support/legal/site.ts";

const pieces = [
  "<a href=",
  '"',
  "'",
  ">",
  "<",
  "/>",
  "</a>",
  "<script",
  "</script>",
  "<!--",
  "-->",
  "<form action=",
  "<input type=password",
  "<base href=",
  "http://",
  "https://[::1",
  "javascript:alert(1)",
  "mailto:",
  "//",
  "\u0000",
  "\ud800",
  "&#xFFFFFFFF;",
  "&",
  "Impressum",
  "§ 5 TMG",
  "§§§§ 1 1 1",
  "Abs Absatz S Satz",
  "noindex",
  "<meta name=robots content=",
  "<title>",
  "é",
  "\n",
];

/** A page of which every part is there and nothing is in its place. */
function randomPage(seed: number): string {
  const { below } = chanceOf(seed);
  return Array.from({ length: 400 }, () => pieces[below(pieces.length)]).join("");
}

const judging = (html: string): GatheredSite => {
  const read = page(siteUrl, html);
  const found = { state: "read", page: read, linkText: "", from: siteUrl } as const;
  return aSite({ pages: [read], legalPages: { imprint: found, privacy: found, accessibility: found } });
};

describe("pages of strangers", () => {
  it("are read and judged whatever stands in them", () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const facts = readPage(randomPage(seed), siteUrl);
      for (const { url } of [...facts.links, ...facts.resources]) expect(url).toMatch(/^(https?|mailto):/);
      const { findings } = judgeSite(judging(randomPage(seed)));
      for (const { text } of findings) expect(text).toEqual(expect.any(String));
    }
  });

  it("are read up to a limit, with no more work than they are long", () => {
    const many = 200_000;
    const hostile = [
      "<a href=x>".repeat(many),
      "<form><input>".repeat(many),
      "<div>".repeat(many),
      "<script>".repeat(many),
      "§ 1 ".repeat(many),
      `§ 5 ${"Abs ".repeat(many)}`,
      `§ 5 ${"S".repeat(many)} TMG`,
      `${" ".repeat(many * 4)}x`,
      `<meta name=robots content="${",".repeat(many)}">`,
    ];
    for (const html of hostile) {
      const facts = readPage(html, siteUrl);
      expect(facts.links.length).toBeLessThanOrEqual(2000);
      expect(facts.forms.length).toBeLessThanOrEqual(50);
      expect(facts.text.length).toBeLessThanOrEqual(200_000);
      judgeSite(judging(html));
    }
  });

  it("set cookies of any shape", () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const { below } = chanceOf(seed);
      const parts = [
        "a",
        "=",
        ";",
        "\n",
        "max-age=",
        "expires=",
        "-1",
        "99999999999999999999",
        "Thu, 01 Jan",
        "domain=",
        " ",
        "\u0000",
      ];
      const lines = Array.from({ length: 60 }, () => parts[below(parts.length)]).join("");
      for (const { name, days } of headerCookies(lines, "amsel.example", 0)) {
        expect(name.length).toBeGreaterThan(0);
        expect(days === null || days > 0).toBe(true);
      }
    }
  });

  it("are read as they are when they are sound", () => {
    const { title, links, forms, text } = readPage(startHtml, siteUrl);
    expect(title).toBe("Amsel");
    expect(links).toEqual([
      { url: `${siteUrl}impressum`, text: "Impressum" },
      { url: `${siteUrl}datenschutz`, text: "Datenschutz" },
    ]);
    expect(forms).toMatchObject([
      { action: `${siteUrl}frage`, method: "post", fields: ["mail"], selector: "form#frage" },
    ]);
    expect(text).toContain("Amsel & Söhne");
  });
});
