import { mergeAttributes, Node } from "@tiptap/core";
import { calloutKinds } from "../callouts.ts";

/** Blocks that stand out: a note, a warning, a danger. */
export const Callout = Node.create({
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
          return (calloutKinds as readonly unknown[]).includes(kind) ? kind : "info";
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
