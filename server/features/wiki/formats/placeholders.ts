import type { DocumentJson, DocumentNode } from "../../../../contract/document/json.ts";

/** What stands in a document that was read but not yet kept, in place of what gets its key only then. */
export const pagePlaceholder = (index: number) => `import-page-${index}`;
export const filePlaceholder = (index: number) => `import-file-${index}`;

const page = /^import-page-(\d+)$/;
const file = /^import-file-(\d+)$/;
const link = /^\/wiki\/import-page-(\d+)(#.*)?$/;
const fileLink = /^\/api\/file\/import-file-(\d+)$/;

interface Kept {
  /** Of the page that was made of the one with this index; undefined when there is none. */
  pageId(index: number): string | undefined;
  /** Its URL with its name in it. */
  pagePath(index: number): string | undefined;
  fileKey(index: number): string | undefined;
}

/** The document with what was kept; what was not is left out, down to its words. */
export function resolvePlaceholders(document: DocumentJson, kept: Kept): DocumentJson {
  return { ...document, content: document.content.flatMap((node) => resolveNode(node, kept)) };
}

function resolveNode(node: DocumentNode, kept: Kept): DocumentNode[] {
  const attrs = node.attrs ?? {};
  const resolved: DocumentNode = { ...node };
  if (node.content) resolved.content = node.content.flatMap((child) => resolveNode(child, kept));
  if (node.marks) resolved.marks = node.marks.flatMap((mark) => resolveMark(mark, kept));
  if (resolved.marks?.length === 0) delete resolved.marks;
  const [, named] = (node.text !== undefined && link.exec(node.text)) || [];
  if (named !== undefined) resolved.text = kept.pagePath(Number(named)) ?? "Seite";
  if (attrs.href) resolved.attrs = { ...attrs, href: resolveUrl(String(attrs.href), kept) ?? null };
  const [, fileIndex] = file.exec(String(attrs.key ?? "")) ?? [];
  if (fileIndex !== undefined) {
    const key = kept.fileKey(Number(fileIndex));
    const words = String(attrs.name || attrs.caption || attrs.alt || "Datei");
    if (key === undefined) return [{ type: "paragraph", content: [{ type: "text", text: words }] }];
    resolved.attrs = { ...resolved.attrs, key };
  }
  const [, pageIndex] = page.exec(String(attrs.id ?? "")) ?? [];
  if (pageIndex !== undefined) {
    const id = kept.pageId(Number(pageIndex));
    if (id === undefined) return attrs.label ? [{ type: "text", text: String(attrs.label) }] : [];
    resolved.attrs = { ...attrs, id };
  }
  return [resolved];
}

type Mark = NonNullable<DocumentNode["marks"]>[number];

function resolveMark(mark: Mark, kept: Kept): Mark[] {
  if (mark.type !== "link") return [mark];
  const href = resolveUrl(String(mark.attrs?.href ?? ""), kept);
  return href ? [{ ...mark, attrs: { ...mark.attrs, href } }] : [];
}

function resolveUrl(href: string, kept: Kept): string | undefined {
  const [, pageIndex, anchor = ""] = link.exec(href) ?? [];
  const [, fileIndex] = fileLink.exec(href) ?? [];
  if (pageIndex === undefined && fileIndex === undefined) return href;
  const key = fileIndex === undefined ? undefined : kept.fileKey(Number(fileIndex));
  const url =
    pageIndex === undefined ? key && `/api/file/${encodeURIComponent(key)}` : kept.pagePath(Number(pageIndex));
  return url && url + anchor;
}
