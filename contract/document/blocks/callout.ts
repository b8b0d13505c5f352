import { mergeAttributes, Node } from "@tiptap/core";
import type { Token } from "marked";
import { isOneOf } from "../../narrowing.ts";
import { attributesOf, oneOf } from "../attribute-rules.ts";
import type { Block, MarkdownReading } from "../block.ts";
import { element } from "../html.ts";
import { isToken } from "../markdown/tokens.ts";
import { quote } from "./plain-blocks.ts";

export const calloutKinds = ["info", "warning", "danger"] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** The word that stands over a callout. */
export const calloutLabels: Record<CalloutKind, string> = { info: "Info", warning: "Achtung", danger: "Gefahr" };

/** Whether a value names a kind of callout. */
export function isCalloutKind(kind: unknown): kind is CalloutKind {
  return isOneOf(calloutKinds, kind);
}

const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,

  addAttributes() {
    return {
      kind: {
        default: "info",
        parseHTML: (element) => {
          const kind = element.getAttribute("data-callout");
          return isCalloutKind(kind) ? kind : "info";
        },
        renderHTML: ({ kind }) => ({ "data-callout": kind }),
      },
    };
  },

  parseHTML() {
    return [{ tag: "div[data-callout]" }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["div", mergeAttributes(HTMLAttributes), 0];
  },
});

/** GitHub's alerts: a quote whose first line names its kind. */
const alerts: Record<CalloutKind, string> = { info: "NOTE", warning: "WARNING", danger: "CAUTION" };
const alert = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*(?:\n|$)/i;
const alertKinds: Record<string, CalloutKind> = { WARNING: "warning", CAUTION: "danger" };

const attributes = { kind: oneOf(calloutKinds, "info") };

/** A block that stands out: a note, a warning, a danger. */
export const callout: Block = {
  nodes: {
    callout: {
      extension: Callout,
      attributes,
      html: { tag: "div", attributes: ({ kind }) => ({ "data-callout": kind }) },
      markdown: (node, { blocks }) => {
        const [first] = node.content ?? [];
        const marker = `[!${alerts[attributesOf(attributes, node).kind]}]`;
        const gap = first?.type === "paragraph" && first.content ? "\n" : "\n\n";
        return quote(`${marker}${gap}${blocks(node)}`);
      },
      render: (node, { blocks }) => {
        const { kind } = attributesOf(attributes, node);
        const label = element("p", { "data-callout-label": true }, calloutLabels[kind]);
        return element("div", { "data-callout": kind, role: "note" }, label + blocks(node));
      },
    },
  },
  tokens: { blockquote: ({ tokens = [] }, reading) => readAlert(tokens, reading) },
  containers: {
    div: (attributes) =>
      "data-callout" in attributes ? { type: "callout", attrs: { kind: attributes["data-callout"] } } : undefined,
  },
};

function readAlert([paragraph, ...rest]: Token[], { builder, blocks, textblock }: MarkdownReading): boolean {
  const [first, ...others] = isToken("paragraph", paragraph) ? paragraph.tokens : [];
  const [marker, kind] = (first?.type === "text" && alert.exec(first.raw)) || [];
  if (marker === undefined || !isToken("text", first)) return false;
  const depth = builder.depth;
  builder.open({ type: "callout", attrs: { kind: alertKinds[kind?.toUpperCase() ?? ""] ?? "info" } });
  const text = first.text.slice(marker.length);
  const remaining = [...(text ? [{ ...first, raw: text, text }] : []), ...others];
  if (remaining.length) textblock({ type: "paragraph" }, remaining);
  blocks(rest);
  if (!remaining.length && !rest.length) builder.add({ type: "paragraph" });
  builder.closeTo(depth);
  return true;
}
