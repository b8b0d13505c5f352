import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { cleanDocument } from "../../../contract/document/clean.ts";
import { isSafeLink } from "../../../contract/document/links.ts";
import { fromMarkdown } from "../../../contract/document/markdown/from-markdown.ts";
import { toMarkdown } from "../../../contract/document/markdown/to-markdown.ts";
import { fromHtml } from "../../../server/document/from-html.ts";
import { renderDocument } from "../../../server/document/render.ts";
import { sanitizeDocument } from "../../../server/document/sanitize.ts";
import { hostileMarkup, hostileUrls } from "../../support/records/hostile.ts";
import { link, paragraph, text } from "../../support/wiki/documents.ts";

const allowedTags = new Set(
  "a blockquote br code details div em figcaption figure h2 h3 h4 h5 h6 hr img li ol p pre s span strong sub summary sup table tbody td th thead tr ul".split(
    " ",
  ),
);
const allowedAttributes =
  /^(href|target|rel|download|aria-label|role|tabindex|id|start|class|src|srcset|sizes|alt|width|height|loading|decoding|colspan|rowspan|scope|title|data-[a-z-]+)$/;

const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } as never });

/** Every element and attribute of HTML that nobody could be harmed by. */
function expectInert(html: string, vector: string) {
  // On no page, and so of nobody else's.
  const body = document.createElement("div");
  body.innerHTML = html;
  for (const element of body.querySelectorAll("*")) {
    expect(allowedTags, vector).toContain(element.tagName.toLowerCase());
    for (const { name, value } of element.attributes) {
      expect(name, `${vector}\n${html}`).toMatch(allowedAttributes);
      expect(/^on|^style$|^srcdoc$|^formaction$/i.test(name), vector).toBe(false);
      if (name === "href") expect(isSafeLink(value), `${vector}: ${value}`).toBe(true);
      if (name === "src") expect(value, vector).toMatch(/^\/api\/file\/[\w-]+\?w=\d+$/);
      if (name === "id") expect(value, vector).toMatch(/^(abschnitt-[a-z0-9-]+|fussnote-[\p{L}\p{N}_-]+)$/u);
      if (name === "class") expect(value, vector).toMatch(/^(hljs-[\w-]+|[a-z]+_+)( [a-z]+_+)*$/);
    }
  }
}

const rendered = (json: unknown) => renderDocument(cleanDocument(json)).html;

describe("hostile markup stays text or goes", () => {
  it.each(hostileMarkup)("%s", (vector) => {
    const everywhere = {
      type: "doc",
      content: [
        paragraph(text(vector), text(vector, "code"), text(vector, link(vector)), {
          type: "mention",
          attrs: { kind: "user", id: "u1", label: vector },
        }),
        paragraph({ type: "mention", attrs: { kind: vector, id: vector, label: vector } }),
        { type: "heading", attrs: { level: 2, id: vector }, content: [text(vector)] },
        { type: "codeBlock", attrs: { language: vector }, content: [text(vector)] },
        { type: "codeBlock", attrs: { language: "html" }, content: [text(vector)] },
        { type: "codeBlock", attrs: { language: "mermaid" }, content: [text(vector)] },
        { type: "callout", attrs: { kind: vector }, content: [paragraph(text(vector))] },
        {
          type: "image",
          attrs: { key: "k1", alt: vector, caption: vector, width: vector, src: vector, onerror: vector },
        },
        { type: "image", attrs: { key: vector, alt: vector } },
        { type: "image", attrs: { key: "k1", alt: "x", href: vector, linkTitle: vector } },
        paragraph({ type: "footnoteReference", attrs: { label: vector } }),
        { type: "footnote", attrs: { label: vector }, content: [paragraph(text(vector))] },
        { type: "file", attrs: { key: "k2", name: vector, size: vector, mimeType: vector } },
        { type: "file", attrs: { key: vector, name: vector } },
        { type: "details", content: [{ type: "detailsSummary", content: [text(vector)] }, paragraph(text(vector))] },
        { type: "orderedList", attrs: { start: vector, type: vector }, content: [text(vector)] },
        {
          type: "table",
          content: [
            {
              type: "tableRow",
              content: [{ type: "tableCell", attrs: { colspan: vector, align: vector, style: vector } }],
            },
          ],
        },
        { type: vector, attrs: { [vector]: vector }, content: [text(vector)] },
      ],
    };
    expectInert(rendered(everywhere), vector);
    expectInert(rendered(fromMarkdown(toMarkdown(cleanDocument(everywhere)))), vector);
    for (const markdown of [
      vector,
      `# ${vector}`,
      `- ${vector}`,
      `> ${vector}`,
      `| ${vector} |\n|---|\n| ${vector} |`,
      `a\n\n${vector}\n\nb`,
      `![${vector}](/api/file/k1 "${vector}")`,
      `<details><summary>${vector}</summary>${vector}`,
    ]) {
      expectInert(rendered(fromMarkdown(markdown)), markdown);
    }
    for (const html of [
      vector,
      `<p>${vector}</p>`,
      `<table><tr><td>${vector}</td></tr></table>`,
      `<pre><code>${vector}</code></pre>`,
      `<div title="${vector}">x</div>`,
      `<ul><li>${vector}`,
    ]) {
      expectInert(rendered(fromHtml(html)), html);
      expectInert(sanitizeDocument(html, { isExport: false }).replace(/<img [^>]*>/g, ""), html);
    }
  });
});

describe("hostile URLs lead nowhere", () => {
  it.each(hostileUrls)("%j", (url) => {
    expect(isSafeLink(url)).toBe(false);
    const direct = rendered({ type: "doc", content: [paragraph(text("x", link(url)))] });
    expect(direct).toBe("<p>x</p>");
    const entities = [...url].map((sign) => `&#${sign.codePointAt(0)};`).join("");
    const markdowns = [`[x](${url})`, `[x](<${url}>)`, `[x][1]\n\n[1]: ${url}`, `<${url}>`, `![x](${url})`];
    for (const markdown of [...markdowns, `[x](${entities})`]) expectInert(rendered(fromMarkdown(markdown)), markdown);
    for (const value of [url, entities]) {
      const escaped = value.replaceAll('"', "&quot;");
      for (const html of [
        `<a href="${escaped}">x</a>`,
        `<a href='${escaped}'>x</a>`,
        `<img src="${escaped}" alt="x">`,
      ]) {
        expectInert(rendered(fromHtml(html)), html);
        expectInert(rendered(fromMarkdown(html)), html);
      }
      expectInert(sanitizeDocument(`<a href="${escaped}">x</a>`, { isExport: false }), escaped);
    }
  });
});
