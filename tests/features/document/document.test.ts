import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { cleanDocument } from "../../../contract/document/clean.ts";
import { documentFragment, emptyDocument } from "../../../contract/document/json.ts";
import { checkDocument } from "../../../server/document/check-document.ts";
import { renderDocument } from "../../../server/document/render.ts";
import { excerpt, referencesOf, textOf } from "../../../server/document/text.ts";
import { fromYDoc, replaceInYDoc, toYUpdate } from "../../../server/document/yjs.ts";
import { documentOf, link, paragraph, randomDocument, text } from "../../support/wiki/documents.ts";

const doc = (...content: unknown[]) => ({ type: "doc", content });
const nested = (levels: number) => {
  let node: unknown = paragraph(text("tief"));
  for (let level = 0; level < levels; level++) node = { type: "blockquote", content: [node] };
  return doc(node);
};

describe("a document that somebody sends", () => {
  it.each([
    ["nothing", undefined],
    ["no object", "doc"],
    ["another root", { type: "paragraph" }],
    ["an unknown block", doc({ type: "iframe" })],
    ["a block by the name of a method", doc({ type: "constructor" })],
    ["an unknown mark", doc(paragraph(text("x", "blink")))],
    ["an unknown attribute", doc({ type: "paragraph", attrs: { onclick: "x" } })],
    ["a link that runs", doc(paragraph(text("x", link("javascript:alert(1)"))))],
    ["a picture from elsewhere", doc({ type: "image", attrs: { key: "https://x.de/y.png" } })],
    ["a picture that links to a script", doc({ type: "image", attrs: { key: "k", href: "javascript:alert(1)" } })],
    [
      "a footnote whose label is markup",
      doc({ type: "footnote", attrs: { label: "<b>" }, content: [paragraph(text("x"))] }),
    ],
    ["a picture with an address of its own", doc({ type: "image", attrs: { key: "k", src: "https://x.de" } })],
    ["a mention of nothing", doc(paragraph({ type: "mention", attrs: { kind: "root", id: "1", label: "" } }))],
    ["a language with blanks", doc({ type: "codeBlock", attrs: { language: 'x" onload="y' } })],
    ["text without a paragraph", doc(text("x"))],
    ["a list without items", doc({ type: "bulletList" })],
    ["an empty text", doc(paragraph(text("")))],
    ["a document in a document", doc(doc())],
    ["sixty levels", nested(60)],
    ["a hundred thousand levels", nested(100_000)],
    ["more than two megabytes", doc(paragraph(text("x".repeat(2 * 1024 * 1024))))],
  ])("is refused with %s", (_what, json) => {
    expect(() => checkDocument(json)).toThrow(
      expect.objectContaining({ code: "invalid", fields: { content: [expect.any(String)] } }),
    );
  });

  it("is taken as it is when it is one", () => {
    for (let seed = 1; seed <= 200; seed++) expect(checkDocument(randomDocument(seed))).toEqual(randomDocument(seed));
    expect(checkDocument(emptyDocument())).toEqual(emptyDocument());
  });
});

describe("a document that is repaired", () => {
  it("keeps every word", () => {
    const repaired = cleanDocument(
      doc(
        text("lose "),
        { type: "marquee", content: [text("unbekannt", "blink", link("javascript:x"))] },
        { type: "listItem", content: [text("Punkt")] },
        { type: "tableRow", content: [text("Zelle")] },
        { type: "details", content: [text("Rest")] },
        { type: "image", attrs: { key: "//x", alt: "Bild" } },
        { type: "heading", content: [text("vor"), { type: "horizontalRule" }, text("nach")] },
      ),
    );
    expect(checkDocument(repaired)).toEqual(repaired);
    for (const word of ["lose ", "unbekannt", "Punkt", "Zelle", "Rest", "Bild", "vor", "nach"]) {
      expect(JSON.stringify(repaired)).toContain(word);
    }
    expect(JSON.stringify(repaired)).not.toContain("javascript");
  });

  it.each([null, 7, "x", [], {}, { type: "doc" }, doc(null, 3, {}), nested(50_000)])("is valid for %#", (json) => {
    expect(() => checkDocument(cleanDocument(json))).not.toThrow();
  });

  it("stays as it is when nothing is wrong", () => {
    for (let seed = 1; seed <= 200; seed++) expect(cleanDocument(randomDocument(seed))).toEqual(randomDocument(seed));
  });
});

describe("a shared document", () => {
  it("comes back as it went in", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const ydoc = new Y.Doc();
      Y.applyUpdate(ydoc, toYUpdate(randomDocument(seed)));
      expect(fromYDoc(ydoc)).toEqual(randomDocument(seed));
    }
  });

  it("is read as valid whatever a client wrote, and not changed by reading", () => {
    const ydoc = new Y.Doc();
    const fragment = ydoc.getXmlFragment(documentFragment);
    const script = new Y.XmlElement("script");
    script.insert(0, [new Y.XmlText("alert(1)")]);
    const image = new Y.XmlElement("image");
    image.setAttribute("key", "javascript:x");
    image.setAttribute("onerror", "x");
    fragment.insert(0, [script, image, new Y.XmlText("lose")]);
    const before = Y.encodeStateVector(ydoc);
    const read = fromYDoc(ydoc);
    expect(checkDocument(read)).toEqual(read);
    expect(textOf(read).body).toContain("alert(1)");
    expect(Y.encodeStateVector(ydoc)).toEqual(before);
  });

  it("takes a restored version without losing what others write meanwhile", () => {
    const one = new Y.Doc();
    const two = new Y.Doc();
    const start = documentOf(paragraph(text("eins")), paragraph(text("zwei")), paragraph(text("drei")));
    for (const ydoc of [one, two]) Y.applyUpdate(ydoc, toYUpdate(start));
    Y.applyUpdate(two, Y.encodeStateAsUpdate(one));
    const shared = new Y.Doc();
    Y.applyUpdate(shared, Y.encodeStateAsUpdate(one));
    replaceInYDoc(one, documentOf(paragraph(text("eins neu")), ...fromYDoc(one).content.slice(1)));
    const fresh = fromYDoc(shared).content;
    replaceInYDoc(shared, documentOf(...fresh.slice(0, -1), paragraph(text("drei auch"))));
    Y.applyUpdate(one, Y.encodeStateAsUpdate(shared));
    const words = textOf(fromYDoc(one)).body;
    expect(words).toContain("eins neu");
    expect(words).toContain("drei auch");
  });
});

describe("what is read of a document", () => {
  const page = documentOf(
    { type: "heading", attrs: { level: 2 }, content: [text("Größe & Länge")] },
    { type: "heading", attrs: { level: 3 }, content: [text("Größe & Länge")] },
    { type: "heading", attrs: { level: 2 }, content: [text("日本")] },
    paragraph(
      text("Siehe "),
      { type: "mention", attrs: { kind: "page", id: "p1", label: "Geheime Seite" } },
      text(" und "),
      { type: "mention", attrs: { kind: "user", id: "u1", label: "Jana" } },
      text(" oder "),
      text("oben", link("#größe--länge")),
    ),
    { type: "image", attrs: { key: "k1", alt: "Bild", width: 300 } },
    { type: "file", attrs: { key: "k2", name: "a.pdf", size: 1_300_000, mimeType: "application/pdf" } },
  );

  it("has anchors of its own for every heading", () => {
    expect(renderDocument(page).headings).toEqual([
      { id: "abschnitt-groesse-laenge", level: 2, text: "Größe & Länge" },
      { id: "abschnitt-groesse-laenge-2", level: 3, text: "Größe & Länge" },
      { id: "abschnitt-ohne-namen", level: 2, text: "日本" },
    ]);
    expect(renderDocument(page).html).toContain('href="#abschnitt-groesse-laenge" rel="noopener">oben');
  });

  it("tells nobody the name of a page that may be hidden from them", () => {
    expect(renderDocument(page).html).not.toContain("Geheime");
    expect(textOf(page).body).not.toContain("Geheime");
    expect(renderDocument(page, { mentions: new Map([["page:p1", { label: "Offen" }]]) }).html).toContain(
      '<a href="/wiki/p1" data-mention-kind="page" data-mention-id="p1">Offen</a>',
    );
  });

  it("keeps room for pictures", () => {
    const { html } = renderDocument(page, { images: new Map([["k1", { width: 1200, height: 800 }]]) });
    expect(html).toContain('width="300" height="200" loading="lazy"');
  });

  it("names what it points at", () => {
    expect(referencesOf(page)).toEqual({
      mentions: [
        { kind: "page", id: "p1" },
        { kind: "user", id: "u1" },
      ],
      files: ["k1", "k2"],
      links: ["#größe--länge"],
    });
  });

  it("leads from a reference to its footnote and back", () => {
    const reference = (label: string) => ({ type: "footnoteReference", attrs: { label } });
    const noted = documentOf(
      { type: "heading", attrs: { level: 6 }, content: [text("Tief"), reference("1")] },
      paragraph(text("Satz"), reference("1"), text(" offen"), reference("fehlt")),
      { type: "footnote", attrs: { label: "1" }, content: [paragraph(text("Quelle"))] },
    );
    const { html, headings } = renderDocument(noted);
    expect(headings).toEqual([{ id: "abschnitt-tief-1", level: 6, text: "Tief[1]" }]);
    expect(html).toContain('<sup data-footnote-ref id="fussnote-verweis-1"><a href="#fussnote-1"');
    expect(html).toMatch(/<div [^>]*id="fussnote-1"[^>]*><a [^>]*href="#fussnote-verweis-1"[^>]*>1<\/a><div><p>Quelle/);
    expect(html).toMatch(/<sup [^>]*>fehlt<\/sup>/);
    expect(html.match(/id="fussnote-verweis-1"/g)).toHaveLength(1);
    expect(textOf(noted).body).toBe("Satz[1] offen[fehlt]\nQuelle");
  });

  it("follows the link of a picture, and names where it leads", () => {
    const attrs = { key: "k1", alt: "Plan", href: "https://kunde.example/", linkTitle: "Zum Kunden" };
    const linked = documentOf({ type: "image", attrs });
    expect(renderDocument(linked).html).toMatch(
      /<figure><a href="https:\/\/kunde.example\/" title="Zum Kunden" rel="noopener" target="_blank"><img [^>]*><\/a><\/figure>/,
    );
    expect(referencesOf(linked).links).toEqual(["https://kunde.example/"]);
    expect(renderDocument(documentOf({ type: "image", attrs: { ...attrs, href: "javascript:x" } })).html).not.toMatch(
      /<a/,
    );
  });

  it("begins with its first words", () => {
    expect(excerpt(page, 20)).toBe("Siehe Wiki-Seite…");
    expect(excerpt(emptyDocument())).toBe("");
  });
});

it("headings that are called alike are numbered, and of much code only the beginning is told apart", () => {
  const heading = { type: "heading", attrs: { level: 2 }, content: [text("Gleich")] };
  const { headings } = renderDocument({ type: "doc", content: Array.from({ length: 5000 }, () => heading) });
  expect(headings.at(-1)).toEqual({ id: "abschnitt-gleich-5000", level: 2, text: "Gleich" });
  const code = (line: string) => ({
    type: "codeBlock",
    attrs: { language: "typescript" },
    content: [text(line.repeat(3000))],
  });
  const { html } = renderDocument({ type: "doc", content: [code("const a = 1;"), code("const b = 2;")] });
  expect(html).toContain('<span class="hljs-keyword">const</span> a');
  expect(html).toContain("const b = 2;const b");
});
