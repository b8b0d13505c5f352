import { cleanDocument } from "../../../../contract/document/clean.ts";
import type { DocumentJson, DocumentNode } from "../../../../contract/document/json.ts";
import { type ResolveUrl, targetOf } from "../../../../contract/document/markdown/urls.ts";
import { isKeyOf } from "../../../../contract/narrowing.ts";

type Attributes = Record<string, unknown>;

interface OutlineNode {
  type?: unknown;
  attrs?: Attributes;
  content?: unknown;
  marks?: unknown;
  text?: unknown;
}

const blocks = {
  paragraph: "paragraph",
  blockquote: "blockquote",
  hr: "horizontalRule",
  br: "hardBreak",
  bullet_list: "bulletList",
  list_item: "listItem",
  checkbox_list: "taskList",
  table: "table",
  tr: "tableRow",
};
const marks = { strong: "bold", em: "italic", strikethrough: "strike", code_inline: "code" };
const notices: Record<string, string> = { warning: "warning" };

/** A document of Outline, as its JSON has it, as one of the portal; what has no counterpart here keeps its words. */
export function fromOutline(data: unknown, resolve: ResolveUrl): DocumentJson {
  const content = isNode(data) ? childrenOf(data) : [];
  const shift = content.some(({ type, attrs }) => type === "heading" && attrs?.level === 1) ? 1 : 0;
  const read = (node: OutlineNode): DocumentNode[] => readNode(node, { resolve, shift, read });
  return cleanDocument({ type: "doc", content: content.flatMap(read) });
}

interface Reading {
  resolve: ResolveUrl;
  shift: number;
  read(node: OutlineNode): DocumentNode[];
}

const isNode = (value: unknown): value is OutlineNode => typeof value === "object" && value !== null;
const childrenOf = ({ content }: OutlineNode) => (Array.isArray(content) ? content.filter(isNode) : []);

function readNode(node: OutlineNode, reading: Reading): DocumentNode[] {
  const attrs = node.attrs ?? {};
  const inside = () => childrenOf(node).flatMap(reading.read);
  const one = (type: string, given?: Attributes): DocumentNode[] => [
    { type, content: inside(), ...(given && { attrs: given }) },
  ];
  const type = String(node.type);
  if (isKeyOf(blocks, type)) return one(blocks[type]);
  switch (type) {
    case "text":
      return [{ type: "text", text: String(node.text ?? ""), marks: readMarks(node.marks, reading) }];
    case "heading":
      return one("heading", { level: Math.min(4, Math.max(2, Number(attrs.level) + reading.shift)) });
    case "ordered_list":
      return one("orderedList", { start: Number(attrs.order ?? 1) });
    case "checkbox_item":
      return one("taskItem", { checked: attrs.checked === true });
    case "code_block":
    case "code_fence":
      return one("codeBlock", { language: languageOf(attrs.language) });
    case "math_block":
      return one("codeBlock", { language: "latex" });
    case "math_inline":
      return childrenOf(node).map(({ text }) => ({
        type: "text",
        text: String(text ?? ""),
        marks: [{ type: "code" }],
      }));
    case "container_notice":
      return one("callout", { kind: notices[String(attrs.style)] ?? "info" });
    case "container_toggle":
    case "toggle_block":
      return readToggle(node, reading);
    case "td":
    case "th":
      return one(type === "td" ? "tableCell" : "tableHeader", {
        colspan: attrs.colspan ?? 1,
        rowspan: attrs.rowspan ?? 1,
        align: attrs.alignment ?? null,
      });
    default:
      return readLeaf(type, attrs, reading) ?? inside();
  }
}

const languageOf = (language: unknown) =>
  language === "mermaidjs" ? "mermaid" : language === "none" || !language ? null : language;

/** What stays visible is the first block of a toggle. */
function readToggle(node: OutlineNode, { read }: Reading): DocumentNode[] {
  const [head, ...rest] = childrenOf(node);
  const summary = { type: "detailsSummary", content: head ? childrenOf(head).flatMap(read) : [] };
  const content = rest.flatMap(read);
  return [{ type: "details", content: [summary, { type: "detailsContent", content }] }];
}

function readLeaf(type: string, attrs: Attributes, { resolve }: Reading): DocumentNode[] | undefined {
  const words = (text: unknown, href?: string): DocumentNode[] => [
    { type: "text", text: String(text ?? ""), marks: href ? [{ type: "link", attrs: { href } }] : [] },
  ];
  const target = (url: unknown) => targetOf(String(url ?? ""), resolve);
  const named = String(attrs.title ?? attrs.alt ?? "");
  switch (type) {
    case "image": {
      const found = target(attrs.src);
      if (!("file" in found)) return words(attrs.alt || attrs.src, String(attrs.src ?? ""));
      const width = Number.isInteger(attrs.width) ? attrs.width : null;
      return [{ type: "image", attrs: { key: found.file.key, alt: String(attrs.alt ?? ""), width, caption: "" } }];
    }
    case "attachment":
    case "video": {
      const href = attrs.href ?? attrs.src;
      const found = target(href);
      if ("file" in found) return [{ type: "file", attrs: { name: named, ...found.file } }];
      return [{ type: "paragraph", content: words(named || href, String(href ?? "")) }];
    }
    case "embed":
      return [{ type: "paragraph", content: words(attrs.href, String(attrs.href ?? "")) }];
    case "mention": {
      const page = attrs.type === "document" && resolve(`outline:${attrs.modelId}`);
      if (page) return [{ type: "mention", attrs: { kind: "page", id: attrs.modelId, label: attrs.label } }];
      return words(attrs.type === "user" ? `@${attrs.label}` : attrs.label);
    }
    case "emoji":
      return words(`:${attrs["data-name"] ?? ""}:`);
    default:
      return undefined;
  }
}

function readMarks(given: unknown, { resolve }: Reading): NonNullable<DocumentNode["marks"]> {
  return (Array.isArray(given) ? given : []).filter(isNode).flatMap(({ type, attrs }) => {
    if (type !== "link") return isKeyOf(marks, type) ? [{ type: marks[type] }] : [];
    const found = targetOf(String(attrs?.href ?? ""), resolve);
    return "href" in found ? [{ type: "link", attrs: { href: found.href } }] : [];
  });
}
