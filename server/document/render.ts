import { type Mark, Node } from "@tiptap/pm/model";
import { attributesOf } from "../../contract/document/attribute-rules.ts";
import type { Renderer, RenderOptions } from "../../contract/document/block.ts";
import { footnoteAnchorPrefix, referenceAnchorPrefix } from "../../contract/document/blocks/footnote.ts";
import { headingRules } from "../../contract/document/blocks/plain-blocks.ts";
import { nodeSpecs } from "../../contract/document/blocks.ts";
import { documentSchema } from "../../contract/document/extensions.ts";
import { element, escapeHtml } from "../../contract/document/html.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { isExternalLink, isSafeLink } from "../../contract/document/links.ts";
import { markTag } from "../../contract/document/marks.ts";
import { headingAnchorPrefix, slugOf } from "../../contract/document/slug.ts";
import { lazyModule } from "../lazy-module.ts";
import { sanitizeDocument } from "./sanitize.ts";
import { leafText } from "./text.ts";

export interface Heading {
  id: string;
  level: number;
  text: string;
}

export interface RenderedDocument {
  html: string;
  headings: Heading[];
}

/** A document as HTML that is safe to show, and its headings for a table of contents. */
export function renderDocument(doc: DocumentJson, options: RenderOptions = {}): RenderedDocument {
  const node = Node.fromJSON(documentSchema, doc);
  const { headings, anchors, footnotes } = linkTargetsIn(node);
  const anchorIds = new Set(anchors.values());
  const renderer: Renderer = {
    options,
    anchors,
    footnotes,
    highlight: openHighlighter(),
    openLink: (attributes) => openLink(attributes, anchorIds),
    blocks: (parent) => parent.children.map((child) => renderNode(child, renderer)).join(""),
    inline: (parent) => renderInline(parent, renderer),
  };
  const html = sanitizeDocument(renderer.blocks(node), { isExport: options.fileUrl !== undefined });
  return { html, headings };
}

function renderNode(node: Node, renderer: Renderer): string {
  const spec = nodeSpecs.get(node.type.name);
  if (!spec) throw new Error(`No way to render ${node.type.name}`);
  return spec.render(node, renderer);
}

/** The content of a text block. A mark that neighbours share is one element around them. */
function renderInline(parent: Node, renderer: Renderer): string {
  let html = "";
  let open: readonly Mark[] = [];
  parent.forEach((node) => {
    const shared = open.findIndex((mark, index) => !node.marks[index]?.eq(mark));
    const kept = shared < 0 ? open.length : shared;
    html += closing(open.slice(kept)) + opening(node.marks.slice(kept), renderer);
    open = node.marks;
    html += node.isText ? escapeHtml(node.text ?? "") : renderNode(node, renderer);
  });
  return html + closing(open);
}

function opening(marks: readonly Mark[], renderer: Renderer): string {
  return marks
    .map(({ type, attrs }) => (type.name === "link" ? renderer.openLink(attrs) : `<${markTag(type.name)}>`))
    .join("");
}

function closing(marks: readonly Mark[]): string {
  return marks
    .map(({ type }) => `</${markTag(type.name)}>`)
    .reverse()
    .join("");
}

function openLink({ href, title }: Mark["attrs"], anchorIds: ReadonlySet<string>): string {
  if (!isSafeLink(href)) return "<a>";
  const outside = isExternalLink(href) ? { target: "_blank" } : {};
  const url = href.startsWith("#") ? anchorOf(href, anchorIds) : href;
  return element("a", { href: url, title, rel: "noopener", ...outside });
}

/** A link to a heading by its own slug, as other tools write it, leads to the heading's id here. */
function anchorOf(href: string, anchorIds: ReadonlySet<string>): string {
  const wanted = `${headingAnchorPrefix}${slugOf(decoded(href.slice(1)))}`;
  return anchorIds.has(wanted) ? `#${wanted}` : href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface LinkTargets extends Pick<Renderer, "anchors" | "footnotes"> {
  headings: Heading[];
}

/** What links within a document may lead to: its headings in their order, its footnotes, and the id of each node of these; ids differ from one another. */
function linkTargetsIn(doc: Node): LinkTargets {
  const headings: Heading[] = [];
  const anchors = new Map<Node, string>();
  const freeId = openIds();
  const footnotes = new Set<string>();
  doc.descendants((node) => {
    const { label } = node.attrs;
    if (node.type.name === "footnote") footnotes.add(label);
    if (node.type.name === "footnote") anchors.set(node, freeId(footnoteAnchorPrefix + label));
    if (node.type.name === "footnoteReference") anchors.set(node, freeId(referenceAnchorPrefix + label));
    if (node.type.name !== "heading") return true;
    const text = node.textBetween(0, node.content.size, " ", leafText).trim();
    const id = freeId(`${headingAnchorPrefix}${slugOf(text) || "ohne-namen"}`);
    anchors.set(node, id);
    if (text) headings.push({ id, level: attributesOf(headingRules, node).level, text });
    return true;
  });
  return { headings, anchors, footnotes };
}

/** Numbers what is called alike: „test“, „test-2“, „test-3“. */
function openIds(): (wanted: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (wanted) => {
    let count = counts.get(wanted) ?? 1;
    let id = wanted;
    while (taken.has(id)) id = `${wanted}-${++count}`;
    counts.set(wanted, count);
    taken.add(id);
    return id;
  };
}

const grammars = lazyModule<typeof import("./highlighter.ts")>(import.meta.url, "./highlighter.ts");
/** Of a whole document; further code is shown in one colour, for telling its words apart would hold up everybody else. */
const maxHighlighted = 50_000;

/** Code as HTML in which the words of its language carry classes; without a known language, escaped. */
function openHighlighter(): Renderer["highlight"] {
  let left = maxHighlighted;
  return (code, language) => {
    if (!language || code.length > left) return escapeHtml(code);
    const { highlighter } = grammars();
    if (!highlighter.getLanguage(language)) return escapeHtml(code);
    left -= code.length;
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  };
}
