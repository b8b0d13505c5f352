import { mergeAttributes, Node } from "@tiptap/core";
import { isMentionId, isMentionKind, mayBeHidden } from "../mentions.ts";

/**
 * A person or a record inside a sentence. The label is what its name was when it was written, and empty where not
 * everybody may know it; readers are shown the present one, or none if they may not see the thing.
 */
export const Mention = Node.create({
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
