import { type InputRule, textblockTypeInputRule } from "@tiptap/core";
import { oneOf } from "../attribute-rules.ts";
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

/** Lines behind the marker of a quote. */
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

export const hardBreak: Block = {
  nodes: { hardBreak: { text: () => "\n", html: () => "<br>", markdown: () => "<br>", render: () => "<br>" } },
  elements: {
    br: (_attributes, { builder }) => {
      builder.add({ type: "hardBreak" });
      return true;
    },
  },
};

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

/** The page's title is its first level, so what stands in the text begins at the second. */
export const headingLevels = [2, 3, 4, 5, 6] as const;
export type HeadingLevel = (typeof headingLevels)[number];

const levelOf = (depth: number) => Math.min(6, Math.max(2, depth));
const tags = [1, 2, 3, 4, 5, 6] as const;

export const headingRules = { level: oneOf<HeadingLevel>(headingLevels, headingLevels[0]) };

export const heading: Block = {
  nodes: {
    heading: {
      extend: (extension) =>
        extension.extend({
          addAttributes: () => ({ level: { default: headingLevels[0], rendered: false } }),
          parseHTML: () => tags.map((level) => ({ tag: `h${level}`, attrs: { level: levelOf(level) } })),
          addInputRules(): InputRule[] {
            return headingLevels.map((level) =>
              textblockTypeInputRule({
                find: level === 2 ? /^#{1,2}\s$/ : new RegExp(`^#{${level}}\\s$`),
                type: this.type,
                getAttributes: { level },
              }),
            );
          },
        }),
      attributes: headingRules,
      html: (node, { htmlInside }) => `<h${node.attrs?.level}>${htmlInside(node)}</h${node.attrs?.level}>`,
      markdown: (node, { inline }) => `${"#".repeat(Number(node.attrs?.level))} ${inline(node)}`,
      render: (node, { anchors, inline }) => {
        const id = anchors.get(node);
        const link = { "data-anchor": true, href: `#${id}`, "aria-label": "Link zu diesem Abschnitt" };
        return element(`h${node.attrs.level}`, { id }, inline(node) + element("a", link, "#"));
      },
    },
  },
  tokens: {
    heading: ({ depth, tokens = [] }, { shift, textblock }) => {
      textblock({ type: "heading", attrs: { level: levelOf(Number(depth) + shift) } }, tokens);
      return true;
    },
  },
  containers: Object.fromEntries(
    tags.map((level) => [`h${level}`, () => ({ type: "heading", attrs: { level: levelOf(level) } })]),
  ),
};
