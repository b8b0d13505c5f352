import type { Node } from "@tiptap/pm/model";
import { type CalloutKind, calloutLabels } from "../../contract/document/callouts.ts";
import { documentFileAddress } from "../../contract/document/files.ts";
import { highlight } from "./highlight.ts";
import { element, escapeHtml } from "./html.ts";
import { renderFile, renderImage } from "./render-files.ts";
import { type Rendering, renderInline } from "./render-inline.ts";
import { renderTable } from "./render-table.ts";

/** The blocks inside a node, one after the other. */
export function renderBlocks(parent: Node, rendering: Rendering): string {
  return parent.children.map((node) => renderBlock(node, rendering)).join("");
}

function renderBlock(node: Node, rendering: Rendering): string {
  const blocks = () => renderBlocks(node, rendering);
  const inline = () => renderInline(node, rendering);
  switch (node.type.name) {
    case "paragraph":
      return element("p", {}, inline());
    case "heading":
      return renderHeading(node, rendering);
    case "bulletList":
      return element("ul", {}, blocks());
    case "orderedList":
      return element("ol", { start: node.attrs.start === 1 ? null : node.attrs.start }, blocks());
    case "listItem":
      return element("li", {}, blocks());
    case "taskList":
      return element("ul", { "data-task-list": true }, blocks());
    case "taskItem":
      return renderTask(node, rendering);
    case "blockquote":
      return element("blockquote", {}, blocks());
    case "horizontalRule":
      return "<hr>";
    case "codeBlock":
      return renderCode(node.textContent, node.attrs.language as string | null);
    case "callout":
      return renderCallout(node.attrs.kind as CalloutKind, blocks());
    case "details":
      return element("details", {}, blocks());
    case "detailsSummary":
      return element("summary", {}, inline() || "Einzelheiten");
    case "detailsContent":
      return element("div", {}, blocks());
    case "table":
      return renderTable(node, (cell) => renderBlocks(cell, rendering));
    case "image":
      return renderImage(node, rendering.options);
    case "file":
      return renderFile(node, rendering.options.fileAddress ?? documentFileAddress);
    default:
      throw new Error(`No way to render ${node.type.name}`);
  }
}

function renderHeading(node: Node, rendering: Rendering): string {
  const id = rendering.anchors.get(node);
  const link = element("a", { "data-anchor": true, href: `#${id}`, "aria-label": "Link zu diesem Abschnitt" }, "#");
  return element(`h${node.attrs.level}`, { id }, renderInline(node, rendering) + link);
}

function renderTask(node: Node, rendering: Rendering): string {
  const isDone = node.attrs.checked === true;
  const tick = element("span", { "data-tick": true, role: "img", "aria-label": isDone ? "Erledigt" : "Offen" }, "");
  return element("li", { "data-checked": String(isDone) }, tick + element("div", {}, renderBlocks(node, rendering)));
}

function renderCode(code: string, language: string | null): string {
  if (language === "mermaid") return element("pre", { "data-mermaid": true }, element("code", {}, escapeHtml(code)));
  return element(
    "pre",
    { "data-language": language ?? "", tabindex: 0 },
    element("code", {}, highlight(code, language)),
  );
}

function renderCallout(kind: CalloutKind, html: string): string {
  const word = element("p", { "data-callout-label": true }, calloutLabels[kind]);
  return element("div", { "data-callout": kind, role: "note" }, word + html);
}
