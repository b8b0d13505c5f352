import { mergeAttributes, Node } from "@tiptap/core";
import { recordFolders } from "../../records/record-folders.ts";
import { attributesOf, name, needed } from "../attribute-rules.ts";
import type { Block } from "../block.ts";
import { element, escapeHtml } from "../html.ts";
import { escapeText, writeAttributes } from "../markdown/escape.ts";
import { mentionUrlOf } from "../markdown/urls.ts";
import { mentionAttributes, mentionLabel } from "../mention-look.ts";
import { isMentionId, isMentionKind, type MentionKey, mayBeHidden, mentionName } from "../mentions.ts";

/**
 * A person or a record inside a sentence. The label is what its name was when it was written, and empty where not
 * everybody may know it; readers are shown the present one, or none if they may not see the thing.
 */
const Mention = Node.create({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,

  addAttributes() {
    return {
      kind: {
        default: null,
        parseHTML: (element) => element.getAttribute("data-mention-kind"),
        renderHTML: ({ kind }) => ({ "data-mention-kind": kind }),
      },
      id: {
        default: null,
        parseHTML: (element) => element.getAttribute("data-mention-id"),
        renderHTML: ({ id }) => ({ "data-mention-id": id }),
      },
      label: {
        default: "",
        parseHTML: (element) => {
          const kind = element.getAttribute("data-mention-kind");
          if (isMentionKind(kind) && mayBeHidden(kind)) return "";
          return element.getAttribute("data-mention-label") ?? element.textContent ?? "";
        },
        renderHTML: ({ label }) => ({ "data-mention-label": label }),
      },
    };
  },

  parseHTML() {
    const getAttrs = (element: HTMLElement) =>
      isMentionKind(element.getAttribute("data-mention-kind")) && isMentionId(element.getAttribute("data-mention-id"))
        ? null
        : false;
    return [
      { tag: "span[data-mention-kind]", getAttrs },
      { tag: "a[data-mention-kind]", priority: 60, getAttrs },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ["span", mergeAttributes(HTMLAttributes), String(node.attrs.label)];
  },

  renderText({ node }) {
    return `@${node.attrs.label}`;
  },
});

export const mentionRules = { kind: needed(isMentionKind), id: needed(isMentionId), label: name(300) };

export const mention: Block = {
  nodes: {
    mention: {
      extension: Mention,
      attributes: mentionRules,
      // Who may write in a page need not see what others mention there: such names are read anew for each reader.
      cleanAttributes: (attributes) =>
        mayBeHidden(attributesOf(mentionRules, { attrs: attributes }).kind) ? { ...attributes, label: "" } : attributes,
      words: ({ label }) => [label],
      text: (attrs) => {
        const { kind, label } = attributesOf(mentionRules, { attrs });
        return mentionLabel(kind, undefined, String(label ?? ""));
      },
      pointsAt: (attrs) => {
        const { kind, id } = attributesOf(mentionRules, { attrs });
        return { mention: { kind, id } };
      },
      html: ({ attrs = {} }, writer) => {
        const { kind, id } = attrs;
        const label = writer.mentionLabel(String(kind), String(id)) ?? attrs.label;
        const data = { "data-mention-kind": kind, "data-mention-id": id, "data-mention-label": label };
        return `<span${writeAttributes(data)}></span>`;
      },
      markdown: (node, writer) => {
        const { kind, id, label } = attributesOf(mentionRules, node);
        return `[@${escapeText(writer.mentionLabel(kind, id) ?? label)}](${mentionUrlOf({ kind, id })})`;
      },
      render: (node, { options }) => {
        const { kind, id, label } = attributesOf(mentionRules, node);
        const view = options.mentions?.get(mentionName({ kind, id }));
        const href = view?.href === undefined ? mentionPath({ kind, id }) : view.href;
        const text = mentionLabel(kind, view, label);
        const look = view && mentionAttributes(kind, view);
        const described = href && look?.title ? `${text}, ${look.title}` : undefined;
        const chip = { "data-mention-kind": kind, "data-mention-id": id, ...look, href, "aria-label": described };
        return element(href ? "a" : "span", chip, escapeHtml(text));
      },
    },
  },
  elements: {
    "*": (attributes, { builder }) => {
      if (!("data-mention-kind" in attributes)) return false;
      const { "data-mention-kind": kind, "data-mention-id": id, "data-mention-label": label = "" } = attributes;
      builder.add({ type: "mention", attrs: { kind, id, label } });
      return true;
    },
  },
};

/** Where a mentioned person or record has its page; undefined for what is shown on the pages of others. */
function mentionPath({ kind, id }: MentionKey): string | undefined {
  const folder = recordFolders[kind];
  return folder && `/${folder}/${encodeURIComponent(id)}`;
}
