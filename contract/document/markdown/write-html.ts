import type { MarkdownWriter } from "../block.ts";
import { nodeSpecs } from "../blocks.ts";
import type { DocumentNode } from "../json.ts";
import { markTag } from "../marks.ts";
import { encodeText, writeAttributes } from "./escape.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];

/** A node as HTML in one line, for what Markdown has no words for. `readHtml` reads it back. */
export function writeHtml(node: DocumentNode, writer: MarkdownWriter): string {
  if (node.type === "text") return encodeText(node.text ?? "");
  const html = nodeSpecs.get(node.type)?.html;
  if (!html) throw new Error(`No way to write ${node.type} as HTML`);
  if (typeof html === "function") return html(node, writer);
  const attributes = writeAttributes(html.attributes?.(node.attrs ?? {}) ?? {});
  return `<${html.tag}${attributes}>${writeHtmlInside(node, writer)}</${html.tag}>`;
}

/** What lies in a node, as HTML. */
export function writeHtmlInside(node: DocumentNode, writer: MarkdownWriter): string {
  return (node.content ?? []).map((child) => writeMarked(child, child.marks ?? [], writer)).join("");
}

/** Leaves that share a mark, inside the element of that mark; marks of which one is written around it are left out. */
export function writeHtmlAround(
  nodes: DocumentNode[],
  mark: Mark,
  around: readonly string[],
  writer: MarkdownWriter,
): string {
  const tag = markTag(mark.type);
  const inside = nodes.map((node) =>
    writeMarked(
      node,
      (node.marks ?? []).filter(({ type }) => type !== mark.type && !around.includes(type)),
      writer,
    ),
  );
  return `<${tag}>${inside.join("")}</${tag}>`;
}

function writeMarked(node: DocumentNode, marks: Mark[], writer: MarkdownWriter): string {
  return marks.reduceRight(
    (html, { type, attrs }) => {
      const link = type === "link" ? { href: writer.linkUrl(String(attrs?.href)), title: attrs?.title } : {};
      return `<${markTag(type)}${writeAttributes(link)}>${html}</${markTag(type)}>`;
    },
    writeHtml(node, writer),
  );
}
