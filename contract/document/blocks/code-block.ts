import { CodeBlock } from "@tiptap/extension-code-block";
import { attributesOf, matching } from "../attribute-rules.ts";
import type { Block } from "../block.ts";
import { element, escapeHtml } from "../html.ts";

const attributes = { language: matching(/^[\w+#.-]{1,40}$/, null) };

/** Whether code of the language „math“ reads back from between two dollar signs. */
const isFormula = (code: string) => code.trim() !== "" && !/\$\$|\n[ \t]*\n|^[ \t]*\n|\n[ \t]*$/.test(code);

export const codeBlock: Block = {
  nodes: {
    codeBlock: {
      extension: CodeBlock.configure({ languageClassPrefix: "language-" }),
      attributes,
      html: { tag: "pre", attributes: ({ language }) => ({ "data-language": language }) },
      markdown: (node) => {
        const code = (node.content ?? []).map(({ text }) => text ?? "").join("");
        if (node.attrs?.language === "math" && isFormula(code)) return `$$\n${code}\n$$`;
        const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}${node.attrs?.language ?? ""}\n${code}\n${fence}`;
      },
      render: (node, { highlight }) => {
        const code = node.textContent;
        const { language } = attributesOf(attributes, node);
        return language === "mermaid"
          ? element("pre", { "data-mermaid": true }, element("code", {}, escapeHtml(code)))
          : element(
              "pre",
              { "data-language": language ?? "", tabindex: 0 },
              element("code", {}, highlight(code, language)),
            );
      },
    },
  },
  tokens: {
    code: ({ text, lang }, { builder }) => {
      const [language] = String(lang ?? "").split(/[\s{,:]/);
      builder.open({ type: "codeBlock", attrs: { language: language || null } });
      builder.text(text);
      builder.closeTo(builder.depth - 1);
      return true;
    },
  },
  containers: {
    pre: (attributes) => ({ type: "codeBlock", attrs: { language: attributes["data-language"] || null } }),
  },
};
