import type { DocumentNode } from "../json.ts";
import { fileTitleOf } from "./addresses.ts";
import { entityOf } from "./entities.ts";
import type { Writing } from "./to-markdown.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];
type Values = Record<string, unknown>;

const tags: Record<string, string> = {
  ...{ paragraph: "p", bulletList: "ul", orderedList: "ol", taskList: "ul", listItem: "li", taskItem: "li" },
  ...{ blockquote: "blockquote", codeBlock: "pre", callout: "div", table: "table", tableRow: "tr", tableCell: "td" },
  ...{ tableHeader: "th", details: "details", detailsSummary: "summary" },
  ...{ bold: "strong", italic: "em", strike: "s", code: "code", link: "a" },
};

/** A node as HTML in one line, for what Markdown has no words for. `readHtml` reads it back. */
export function writeHtml(node: DocumentNode, writing: Writing): string {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case "text":
      return encode(node.text ?? "");
    case "hardBreak":
      return "<br>";
    case "horizontalRule":
      return "<hr>";
    case "detailsContent":
      return writeHtmlInside(node, writing);
    case "mention": {
      const label = writing.mentionLabel(String(attrs.kind), String(attrs.id)) ?? attrs.label;
      const data = { "data-mention-kind": attrs.kind, "data-mention-id": attrs.id, "data-mention-label": label };
      return `<span${attributes(data)}></span>`;
    }
    case "image": {
      const { key, alt, caption, width } = attrs;
      return `<img${attributes({ src: writing.fileAddress(String(key)), alt, width, title: caption || null })}>`;
    }
    case "file": {
      const title = fileTitleOf({ size: Number(attrs.size), mimeType: String(attrs.mimeType) });
      const href = writing.fileAddress(String(attrs.key));
      return `<a${attributes({ href, title, "data-file": attrs.name })}></a>`;
    }
    default: {
      const tag = node.type === "heading" ? `h${attrs.level}` : tags[node.type];
      return `<${tag}${attributes(attributesOf(node.type, attrs))}>${writeHtmlInside(node, writing)}</${tag}>`;
    }
  }
}

/** What lies in a node, as HTML. */
export function writeHtmlInside(node: DocumentNode, writing: Writing): string {
  return (node.content ?? []).map((child) => writeMarked(child, child.marks ?? [], writing)).join("");
}

/** Leaves that share a mark, inside the element of that mark. */
export function writeHtmlAround(nodes: DocumentNode[], mark: Mark, writing: Writing): string {
  const tag = tags[mark.type];
  const inside = nodes.map((node) =>
    writeMarked(
      node,
      (node.marks ?? []).filter(({ type }) => type !== mark.type && type !== "link"),
      writing,
    ),
  );
  return `<${tag}>${inside.join("")}</${tag}>`;
}

function writeMarked(node: DocumentNode, marks: Mark[], writing: Writing): string {
  return marks.reduceRight(
    (html, { type, attrs }) => {
      const href = type === "link" ? { href: writing.linkAddress(String(attrs?.href)) } : {};
      return `<${tags[type]}${attributes(href)}>${html}</${tags[type]}>`;
    },
    writeHtml(node, writing),
  );
}

function attributesOf(type: string, attrs: Values): Values {
  const { colspan, rowspan, align, start, kind, checked, language } = attrs;
  switch (type) {
    case "tableCell":
    case "tableHeader":
      return { colspan: colspan === 1 ? null : colspan, rowspan: rowspan === 1 ? null : rowspan, align };
    case "orderedList":
      return { start: start === 1 ? null : start };
    case "taskList":
      return { "data-task-list": "" };
    case "taskItem":
      return { "data-checked": checked };
    case "codeBlock":
      return { "data-language": language };
    case "callout":
      return { "data-callout": kind };
    default:
      return {};
  }
}

function attributes(values: Values): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${encode(String(value))}"`)
    .join("");
}

/** Text in which neither HTML nor the Markdown around it sees a sign, and no blank at an end or beside another is lost. */
function encode(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]|^ | $| (?= )/gu, entityOf);
}
