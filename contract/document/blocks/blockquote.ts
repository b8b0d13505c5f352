import type { Block } from "../block.ts";
import { element } from "../html.ts";

/** Lines behind the sign of a quote. */
export const quote = (text: string) => text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">");

export const blockquote: Block = {
  nodes: {
    blockquote: {
      html: { tag: "blockquote" },
      markdown: (node, { blocks }) => quote(blocks(node)),
      render: (node, { blocks }) => element("blockquote", {}, blocks(node)),
    },
  },
  tokens: {
    blockquote: ({ tokens = [] }, { builder, blocks }) => {
      const depth = builder.depth;
      builder.open({ type: "blockquote" });
      blocks(tokens);
      builder.closeTo(depth);
      return true;
    },
  },
  containers: { blockquote: () => ({ type: "blockquote" }) },
};
