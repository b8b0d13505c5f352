import type { Block } from "../block.ts";

export const hardBreak: Block = {
  nodes: { hardBreak: { text: () => "\n", html: () => "<br>", markdown: () => "<br>", render: () => "<br>" } },
  elements: {
    br: (_attributes, { builder }) => {
      builder.add({ type: "hardBreak" });
      return true;
    },
  },
};
