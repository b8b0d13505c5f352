import { describe, expect, it } from "vitest";
import { documentSchema } from "../../../contract/document/extensions.ts";
import type { DocumentNode } from "../../../contract/document/json.ts";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";
import { toMarkdown } from "../../../contract/document/markdown/to-markdown.ts";
import { fromHtml } from "../../../server/document/from-html.ts";
import { repetitions } from "../../support/repetitions.ts";
import { documentOf, link, paragraph, randomDocument, randomMarkdown, text } from "../../support/wiki/documents.ts";

const documents = repetitions(400, 10_000);

describe("a document as Markdown", () => {
  it("comes back as it was", () => {
    for (let seed = 1; seed <= documents; seed++) {
      const doc = randomDocument(seed);
      const markdown = toMarkdown(doc);
      expect(fromMarkdown(markdown), `seed ${seed}:\n${markdown}`).toEqual(doc);
    }
  }, 900_000);

  it("is made of every block and mark that there is", () => {
    const seen = new Set<string>();
    const visit = ({ type, marks = [], content = [] }: DocumentNode) => {
      for (const name of [type, ...marks.map((mark) => mark.type)]) seen.add(name);
      content.forEach(visit);
    };
    for (let seed = 1; seed <= 200; seed++) visit(randomDocument(seed));
    const all = [...Object.keys(documentSchema.nodes), ...Object.keys(documentSchema.marks)];
    expect([...seen].sort()).toEqual(all.sort());
  });

  it("reads like what a person would write", () => {
    const markdown = `## Umzug

Ein **fetter** Satz mit [Link](https://x.de), \`code\` und [@Jana](techcenter:user/u1).

- eins
- zwei
  - drei

- [ ] offen
- [x] erledigt

> [!WARNING]
> Vorher sichern.

| Name | Preis |
| --- | --: |
| a | 1 |

\`\`\`mermaid
graph TD
\`\`\`

<details>
<summary>Mehr</summary>

Text

</details>

![Bild](/api/file/k "Unterschrift")

[a.pdf](/api/file/f "Datei: 12 application/pdf")
`;
    const parted = markdown.replace("- [ ] offen", "<!-- -->\n\n- [ ] offen");
    expect(toMarkdown(fromMarkdown(parted))).toBe(parted);
  });

  it("writes merged cells as HTML", () => {
    const cell = { type: "tableCell", attrs: { colspan: 2 }, content: [paragraph(text("x"))] };
    const doc = documentOf({ type: "table", content: [{ type: "tableRow", content: [cell] }] });
    expect(toMarkdown(doc)).toBe('<table><tr><td colspan="2"><p>x</p></td></tr></table>\n');
  });

  it("asks where files and pages lie", () => {
    const image = { type: "image", attrs: { key: "k", alt: "Bild" } };
    const doc = documentOf(image, paragraph(text("dort", link("/wiki/p1"))));
    const written = toMarkdown(doc, { fileUrl: (key) => `files/${key}.png`, linkUrl: () => "andere.md" });
    expect(written).toBe("![Bild](files/k.png)\n\n[dort](andere.md)\n");
    const read = fromMarkdown(written, {
      resolve: (url) => (url === "files/k.png" ? { file: { key: "k" } } : { href: "/wiki/p1" }),
    });
    expect(read).toEqual(doc);
  });

  it("moves headings below the title of the page", () => {
    const levels = fromMarkdown("# a\n\n## b\n\n###### c").content.map(({ attrs }) => attrs?.level);
    expect(levels).toEqual([2, 3, 6]);
  });

  it("keeps every word of what it does not know", () => {
    const doc = fromMarkdown("Vec<String> <script>alert(1)</script>\n\n<foo>bar</foo>\n\n![fern](https://x.de/y.png)");
    expect(JSON.stringify(doc)).toContain("Vec<String> <script>alert(1)</script>");
    expect(JSON.stringify(doc)).toContain("<foo>bar</foo>");
    expect(doc.content.at(-1)).toEqual(paragraph(text("fern", link("https://x.de/y.png"))));
  });

  it.each([
    ["text above and below the line", "H<sub>2</sub>O und m<sup>2</sup>"],
    ["titles of links", '[a](https://x.de "Titel „x“")'],
    ["titles of pictures", '![Bild](/api/file/k "Titel")'],
    ["linked pictures", '[![Bild](/api/file/k "Titel")](https://x.de "Linktitel")'],
    [
      "footnotes",
      "Satz[^1] und[^lang].\n\n[^1]: Mit **fett** und [Link](https://x.de).\n\n[^lang]: Eins\n\n    - zwei\n\nDanach",
    ],
    ["formulas", "$$\nx_1 = \\frac{a}{b} * c_2\n$$\n\n- Punkt\n\n  $$\n  a\n  $$"],
    ["the lowest headings", "## a\n\n##### fünf\n\n###### sechs"],
    [
      "lists in the cells of a table",
      "| a | b |\n| --- | --- |\n| <ul><li><p>eins</p></li><li><p>zwei</p></li></ul> | c |",
    ],
  ])("keeps %s as they were written", (_what, markdown) => {
    expect(toMarkdown(fromMarkdown(markdown))).toBe(`${markdown}\n`);
  });

  it("reads formulas in one line, and footnotes below a paragraph", () => {
    expect(toMarkdown(fromMarkdown("Text[^n]\n$$ a^2 $$\ndanach\n[^n]: Note\n    geht weiter"))).toBe(
      "Text[^n]\n\n$$\na^2\n$$\n\ndanach\n\n[^n]: Note geht weiter\n",
    );
  });

  it("takes nothing for a footnote that has no text, and nothing for a formula that has no end", () => {
    const doc = fromMarkdown("Muster [^abc] kostet $$ 5\n\n$$\noffen");
    expect(doc.content.map(({ content }) => content)).toEqual([
      [text("Muster [^abc] kostet $$ 5")],
      [text("$$ offen")],
    ]);
  });

  it("knows the rare entities of HTML", () => {
    const doc = fromMarkdown("&alpha; &frac12; &hearts; &lang; &NotEqualTilde; &copy &kein; &amp;alpha;");
    expect(doc.content).toEqual([paragraph(text("α ½ ♥ ⟨ ≂̸ &copy &kein; &alpha;"))]);
  });

  it("comes back from whatever was put together from its parts", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const doc = fromMarkdown(randomMarkdown(seed));
      const markdown = toMarkdown(doc);
      expect(fromMarkdown(markdown), `seed ${seed}:\n${randomMarkdown(seed)}`).toEqual(doc);
    }
  });

  it("survives markup without end", () => {
    for (const piece of [
      ">",
      "- ",
      "[",
      "**",
      "<details>",
      "<b>",
      "`",
      "1. ",
      "![",
      "<table><tr><td>",
      "|",
      "&",
      "$$",
      "$$\n",
      "[^1]:",
      "[^1]: a\n\n",
      "<sub>",
    ]) {
      const doc = fromMarkdown(piece.repeat(3000));
      expect(doc.type).toBe("doc");
    }
  });
});

describe("HTML of other tools", () => {
  it("becomes blocks", () => {
    const doc = fromHtml(`<h1>Titel</h1><div>a</div><div>b <b>c</b> <i>d</i></div>
      <ul><li><input type="checkbox" checked> fertig</li></ul><p class="callout danger">Nein</p>
      <pre><code class="language-php">&lt;?php\n echo 1;</code></pre>`);
    expect(toMarkdown(doc)).toBe(
      "## Titel\n\na\n\nb **c** _d_\n\n- [x] fertig\n\n> [!CAUTION]\n> Nein\n\n```php\n<?php\n echo 1;\n```\n",
    );
  });

  it("takes over the pictures that the import knows", () => {
    const doc = fromHtml('<img src="data:image/png;base64,AAAA" alt="x"><img src="http://x/y.png" alt="fern">', {
      resolve: (url) => (url.startsWith("data:") ? { file: { key: "k1" } } : undefined),
    });
    expect(doc.content).toMatchObject([{ type: "image", attrs: { key: "k1", alt: "x" } }, { type: "paragraph" }]);
  });
});
