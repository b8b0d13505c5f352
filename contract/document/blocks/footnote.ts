import { mergeAttributes, Node } from "@tiptap/core";
import { needed } from "../attribute-rules.ts";
import type { Block } from "../block.ts";
import { element, escapeHtml } from "../html.ts";
import { writeAttributes } from "../markdown/escape.ts";

const label = /^[\p{L}\p{N}_-]{1,40}$/u;

/** Whether this may be the label of a footnote: what stands in `[^label]`. */
export function isFootnoteLabel(value: unknown): value is string {
  return typeof value === "string" && label.test(value);
}

const labelAttribute = (name: string) => ({
  label: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
    renderHTML: (attributes: Record<string, unknown>) => ({ [name]: attributes.label }),
  },
});
const labelled = (name: string) => (element: HTMLElement) => isFootnoteLabel(element.getAttribute(name)) && null;

/** The mark in a sentence that points at a footnote. */
const FootnoteReference = Node.create({
  name: "footnoteReference",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => labelAttribute("data-footnote-ref"),
  parseHTML: () => [
    { tag: "sup[data-footnote-ref]", priority: 60, getAttrs: labelled("data-footnote-ref") },
    { tag: "span[data-footnote-ref]", getAttrs: labelled("data-footnote-ref") },
  ],
  renderHTML: ({ node, HTMLAttributes }) => ["sup", HTMLAttributes, String(node.attrs.label)],
  renderText: ({ node }) => `[${node.attrs.label}]`,
});

/** What a footnote says; it stays where it is written, as a rule at the end. */
const Footnote = Node.create({
  name: "footnote",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => labelAttribute("data-footnote"),
  parseHTML: () => [{ tag: "div[data-footnote]", getAttrs: labelled("data-footnote") }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes), 0],
});

/** What stands before the anchors of footnotes, so that none takes the id of a part of the page. */
export const footnoteAnchorPrefix = "fussnote-";
export const referenceAnchorPrefix = `${footnoteAnchorPrefix}verweis-`;

const indented = (text: string) => text.replace(/\n(?=[^\n])/g, "\n    ");

/** A note to a place in the text: `[^1]` there, and `[^1]: …` where it stands. */
export const footnote: Block = {
  nodes: {
    footnoteReference: {
      extension: FootnoteReference,
      attributes: { label: needed(isFootnoteLabel) },
      words: (attributes) => [attributes.label],
      text: (attributes) => `[${attributes.label}]`,
      html: ({ attrs }) => `<span${writeAttributes({ "data-footnote-ref": attrs?.label })}></span>`,
      // Without its footnote it would be no reference, but a link in brackets.
      markdown: (node, { footnotes, html }) =>
        footnotes.has(String(node.attrs?.label)) ? `[^${node.attrs?.label}]` : html(node),
      render: (node, { anchors, footnotes }) => {
        const own = String(node.attrs.label);
        const href = footnotes.has(own) ? `#${footnoteAnchorPrefix}${own}` : null;
        const link = href ? element("a", { href, "aria-label": `Fußnote ${own}` }, escapeHtml(own)) : escapeHtml(own);
        return element("sup", { id: anchors.get(node), "data-footnote-ref": true }, link);
      },
    },
    footnote: {
      extension: Footnote,
      attributes: { label: needed(isFootnoteLabel) },
      arrange: (children, attributes, { blocksOf, create, orParagraph }) => [
        create("footnote", attributes, orParagraph(blocksOf(children))),
      ],
      html: { tag: "div", attributes: (attributes) => ({ "data-footnote": attributes.label }) },
      markdown: (node, { blocks }) => `[^${node.attrs?.label}]: ${indented(blocks(node))}`,
      render: (node, { anchors, blocks }) => {
        const own = String(node.attrs.label);
        const back = { href: `#${referenceAnchorPrefix}${own}`, "aria-label": `Zurück zum Verweis ${own}` };
        const mark = element("a", { "data-footnote-label": true, ...back }, escapeHtml(own));
        const text = element("div", {}, blocks(node));
        return element("div", { id: anchors.get(node), "data-footnote": true, role: "note" }, mark + text);
      },
    },
  },
  tokens: {
    footnote: ({ label, tokens = [] }, { builder, blocks }) => {
      const depth = builder.depth;
      builder.open({ type: "footnote", attrs: { label } });
      blocks(tokens);
      builder.closeTo(depth);
      return true;
    },
  },
  containers: {
    div: (attributes) =>
      "data-footnote" in attributes ? { type: "footnote", attrs: { label: attributes["data-footnote"] } } : undefined,
  },
  elements: {
    span: (attributes, { builder }) => {
      if (!("data-footnote-ref" in attributes)) return false;
      builder.add({ type: "footnoteReference", attrs: { label: attributes["data-footnote-ref"] } });
      return true;
    },
  },
};
