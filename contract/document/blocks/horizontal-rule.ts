import type { Block } from "../block.ts";

export const horizontalRule: Block = {
  nodes: { horizontalRule: { html: () => "<hr>", markdown: () => "---", render: () => "<hr>" } },
  tokens: {
    hr: (_token, { builder }) => {
      builder.add({ type: "horizontalRule" });
      return true;
    },
  },
  elements: {
    hr: (_attributes, { builder }) => {
      builder.add({ type: "horizontalRule" });
      return true;
    },
  },
};
