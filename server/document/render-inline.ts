import type { Mark, Node } from "@tiptap/pm/model";
import { isExternalLink, isSafeLink } from "../../contract/document/links.ts";
import { mentionAttributes, mentionLabel } from "../../contract/document/mention-look.ts";
import { mentionPath } from "../../contract/document/mention-path.ts";
import { type MentionKey, mentionName } from "../../contract/document/mentions.ts";
import { headingAnchorPrefix, slugOf } from "../../contract/document/slug.ts";
import { element, escapeHtml } from "./html.ts";
import type { RenderOptions } from "./render.ts";

export interface Rendering {
  options: RenderOptions;
  /** The ids of the headings. */
  anchors: ReadonlyMap<Node, string>;
}

/** The content of a text block. */
export function renderInline(parent: Node, rendering: Rendering): string {
  let html = "";
  let open: readonly Mark[] = [];
  parent.forEach((node) => {
    const shared = open.findIndex((mark, index) => !node.marks[index]?.eq(mark));
    const kept = shared < 0 ? open.length : shared;
    html += closing(open.slice(kept)) + opening(node.marks.slice(kept), rendering);
    open = node.marks;
    html += renderLeaf(node, rendering);
  });
  return html + closing(open);
}

const tags: Record<string, string> = { bold: "strong", italic: "em", strike: "s", code: "code", link: "a" };

function opening(marks: readonly Mark[], rendering: Rendering): string {
  return marks
    .map((mark) => (mark.type.name === "link" ? openLink(mark.attrs.href, rendering) : `<${tags[mark.type.name]}>`))
    .join("");
}

function closing(marks: readonly Mark[]): string {
  return marks
    .map((mark) => `</${tags[mark.type.name]}>`)
    .reverse()
    .join("");
}

function openLink(href: unknown, { anchors }: Rendering): string {
  if (!isSafeLink(href)) return "<a>";
  const outside = isExternalLink(href) ? { target: "_blank" } : {};
  return element("a", { href: href.startsWith("#") ? anchorOf(href, anchors) : href, rel: "noopener", ...outside });
}

/** A link to a heading by its own slug, as other tools write it, leads to the heading's id here. */
function anchorOf(href: string, anchors: ReadonlyMap<Node, string>): string {
  const wanted = `${headingAnchorPrefix}${slugOf(decoded(href.slice(1)))}`;
  return [...anchors.values()].includes(wanted) ? `#${wanted}` : href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function renderLeaf(node: Node, { options }: Rendering): string {
  if (node.isText) return escapeHtml(node.text ?? "");
  if (node.type.name === "hardBreak") return "<br>";
  const { kind, id, label } = node.attrs as MentionKey & { label: string };
  const view = options.mentions?.get(mentionName({ kind, id }));
  const href = view?.href === undefined ? mentionPath({ kind, id }) : view.href;
  const words = mentionLabel(kind, view, label);
  const look = view && mentionAttributes(kind, view);
  const name = href && look?.title ? `${words}, ${look.title}` : undefined;
  const chip = { "data-mention-kind": kind, "data-mention-id": id, ...look, href, "aria-label": name };
  return element(href ? "a" : "span", chip, escapeHtml(words));
}
