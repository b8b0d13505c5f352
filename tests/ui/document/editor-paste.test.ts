// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { cleanPastedHtml, looksLikeMarkdown } from "../../../app/document/editor/pasting.ts";
import { linkUrl } from "../../../app/document/editor/toolbar/link-url.ts";

describe("text that is pasted", () => {
  test.each([
    "# Titel\n\nEin Satz mit **fett**.",
    "## Abschnitt",
    "- eins\n- zwei",
    "1. eins\n2. zwei",
    "- [ ] offen",
    "```bash\nls\n```",
    "| A | B |\n|---|---|\n| 1 | 2 |",
    "> [!WARNING]\n> Vorsicht",
    "Siehe [Seite](https://kunde.example) und `web03`.",
  ])("counts as Markdown: %s", (text) => expect(looksLikeMarkdown(text)).toBe(true));

  test.each([
    "Ein Satz.",
    "- nur ein Gedanke",
    "Preis: 3 * 4 * 5 = 60",
    "# danach umstellen\n# und noch ein Kommentar\nrsync -az shop/ neu:shop/",
    "Am 1. Mai und am 2. Mai",
    "https://kunde.example/a_b_c",
    "--\nMit freundlichen Grüßen",
  ])("stays as it is: %s", (text) => expect(looksLikeMarkdown(text)).toBe(false));

  test("takes no longer for hostile text than for any other", () => {
    const hostile = ["|---".repeat(30_000), "**a".repeat(50_000), "[a](".repeat(50_000), "`".repeat(100_000)];
    expect(hostile.map(looksLikeMarkdown)).toEqual([true, true, false, true]);
  });
});

describe("HTML from office programs", () => {
  const clean = (html: string) => cleanPastedHtml(html).replace(/\s+/g, " ").trim();

  test("loses the styles and characters of Word, and gets its lists", () => {
    const point = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${sign}<span>&nbsp;</span></span>${text}</p>`;
    expect(
      clean(
        `<style>p.MsoNormal{color:red}</style><p class=MsoNormal>Davor</p>${point(1, "·", "eins")}${point(2, "o", "tiefer")}${point(1, "·", "zwei")}<p>Mitte</p>${point(1, "1.", "erstens")}`,
      ),
    ).toBe(
      '<p class="MsoNormal">Davor</p><ul><li>eins<ul><li>tiefer</li></ul></li><li>zwei</li></ul><p>Mitte</p><ol><li>erstens</li></ol>',
    );
  });

  test("is not bold because Google Docs wraps it so", () => {
    expect(
      clean(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">x</span></p></b>',
      ),
    ).toBe('<p><span style="font-weight:700">x</span></p>');
  });

  test("is left alone otherwise", () => {
    expect(cleanPastedHtml("<p>x</p>")).toBe("<p>x</p>");
  });
});

describe("the URL of a link", () => {
  test.each([
    ["kunde.example", "https://kunde.example"],
    [" kunde.example/x?y#z ", "https://kunde.example/x?y#z"],
    ["müller.example:8080", "https://müller.example:8080"],
    ["jana@kunde.example", "mailto:jana@kunde.example"],
    ["https://kunde.example", "https://kunde.example"],
    ["/wiki", "/wiki"],
    ["#abschnitt", "#abschnitt"],
    ["tel:+49123", "tel:+49123"],
  ])("%s leads to %s", (typed, url) => expect(linkUrl(typed)).toBe(url));

  test.each(["", "javascript:alert(1)", "data:text/html,x", "//evil.example", "einfach so", "file:///etc/passwd"])(
    "„%s“ leads nowhere",
    (typed) => expect(linkUrl(typed)).toBeUndefined(),
  );
});
