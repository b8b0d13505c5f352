import type { CalloutKind } from "../../../../contract/document/blocks/callout.ts";
import { cleanDocument } from "../../../../contract/document/clean.ts";
import type { DocumentJson, DocumentNode } from "../../../../contract/document/json.ts";

/** Words for building documents in code. In texts, `**` stands around what is bold. */
const inline = (text: string): DocumentNode[] =>
  text
    .split("**")
    .map((part, index): DocumentNode => {
      const marks = index % 2 === 1 ? { marks: [{ type: "bold" }] } : {};
      return { type: "text", text: part, ...marks };
    })
    .filter((node) => node.text !== "");

export const heading = (text: string, level: 2 | 3 = 2): DocumentNode => ({
  type: "heading",
  attrs: { level },
  content: inline(text),
});
export const paragraph = (text: string): DocumentNode => ({ type: "paragraph", content: inline(text) });
export const tasks = (...texts: string[]): DocumentNode => ({
  type: "taskList",
  content: texts.map((text) => ({ type: "taskItem", attrs: { checked: false }, content: [paragraph(text)] })),
});
const items = (texts: string[]) => texts.map((text) => ({ type: "listItem", content: [paragraph(text)] }));
export const bullets = (...texts: string[]): DocumentNode => ({ type: "bulletList", content: items(texts) });
export const steps = (...texts: string[]): DocumentNode => ({ type: "orderedList", content: items(texts) });
export const callout = (kind: CalloutKind, text: string): DocumentNode => ({
  type: "callout",
  attrs: { kind },
  content: [paragraph(text)],
});
export const code = (language: string, text: string): DocumentNode => ({
  type: "codeBlock",
  attrs: { language },
  content: [{ type: "text", text }],
});
export const table = (head: string[], ...rows: string[][]): DocumentNode => ({
  type: "table",
  content: [
    { type: "tableRow", content: head.map((text) => ({ type: "tableHeader", content: [paragraph(text)] })) },
    ...rows.map((cells) => ({
      type: "tableRow",
      content: cells.map((text) => ({ type: "tableCell", content: [paragraph(text)] })),
    })),
  ],
});
export const page = (...content: DocumentNode[]): DocumentJson => cleanDocument({ type: "doc", content });
