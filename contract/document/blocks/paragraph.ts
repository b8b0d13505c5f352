import type { Block } from "../block.ts";
import { element } from "../html.ts";

export const paragraph: Block = {
  nodes: {
    paragraph: {
      html: { tag: "p" },
      // A line of nothing but a tag would be HTML, and one with the next such line.
      markdown: (node, { inline }) => {
        const line = inline(node);
        return line === "" || line === "<br>" ? `<p>${line}</p>` : line;
      },
      render: (node, { inline }) => element("p", {}, inline(node)),
    },
  },
  tokens: {
    paragraph: ({ tokens = [] }, { textblock }) => {
      textblock({ type: "paragraph" }, tokens);
      return true;
    },
    text: ({ tokens, raw, text }, { textblock }) => {
      textblock({ type: "paragraph" }, tokens ?? [{ type: "text", raw, text }]);
      return true;
    },
  },
  containers: { p: () => ({ type: "paragraph" }) },
};
