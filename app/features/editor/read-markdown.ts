import { DOMParser as BlockParser } from "@tiptap/pm/model";
import { marked } from "marked";
import { documentSchema } from "../../../contract/document/extensions.ts";
import type { DocumentNode } from "../../../contract/document/json.ts";

/** The blocks that a Markdown text describes; raw HTML in it counts for what the schema knows of it. */
export function readMarkdown(text: string): DocumentNode {
  const body = new DOMParser().parseFromString(marked.parse(text, { async: false, gfm: true }), "text/html").body;
  for (const box of body.querySelectorAll<HTMLInputElement>(
    'li > input[type="checkbox"], li > p > input[type="checkbox"]',
  )) {
    const point = box.closest("li");
    point?.setAttribute("data-type", "taskItem");
    point?.setAttribute("data-checked", String(box.checked));
    point?.parentElement?.setAttribute("data-type", "taskList");
    box.remove();
  }
  return BlockParser.fromSchema(documentSchema).parse(body).toJSON() as DocumentNode;
}
