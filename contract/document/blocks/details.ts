import { Details, DetailsContent, DetailsSummary } from "@tiptap/extension-details";
import type { Block } from "../block.ts";
import { element } from "../html.ts";

/** A part that can be folded below its heading. */
export const details: Block = {
  nodes: {
    details: {
      extension: Details,
      arrange: (children, _attributes, { blocksOf, create, orParagraph }) => {
        const summary =
          children.find((child) => child.type.name === "detailsSummary") ?? create("detailsSummary", null);
        const rest = blocksOf(children.filter((child) => child !== summary));
        if (!rest.length && !summary.content.size && !children.length) return [];
        return [create("details", null, [summary, create("detailsContent", null, orParagraph(rest))])];
      },
      html: { tag: "details" },
      markdown: (node, { blocks, htmlInside }) => {
        const [summary, content] = node.content ?? [];
        if (!summary || !content) return "";
        return `<details>\n<summary>${htmlInside(summary)}</summary>\n\n${blocks(content)}\n\n</details>`;
      },
      render: (node, { blocks }) => element("details", {}, blocks(node)),
    },
    detailsSummary: {
      extension: DetailsSummary,
      loose: {
        kind: "detailsSummary",
        wrap: (parts, { create }) => parts.map(({ content }) => create("paragraph", null, content)),
      },
      html: { tag: "summary" },
      render: (node, { inline }) => element("summary", {}, inline(node) || "Einzelheiten"),
    },
    detailsContent: {
      extension: DetailsContent,
      arrange: (children, attributes, { blocksOf, create, orParagraph }) => [
        create("detailsContent", attributes, orParagraph(blocksOf(children))),
      ],
      loose: { kind: "detailsContent", wrap: (parts) => parts.flatMap(({ children }) => [...children]) },
      html: (node, { htmlInside }) => htmlInside(node),
      render: (node, { blocks }) => element("div", {}, blocks(node)),
    },
  },
  containers: { details: () => ({ type: "details" }), summary: () => ({ type: "detailsSummary" }) },
};
