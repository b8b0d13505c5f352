import { Node } from "@tiptap/pm/model";
import { nodeSpecs } from "../../contract/document/blocks.ts";
import { documentSchema } from "../../contract/document/extensions.ts";
import type { DocumentJson } from "../../contract/document/json.ts";
import { isSafeLink } from "../../contract/document/links.ts";
import { type MentionKey, mentionName } from "../../contract/document/mentions.ts";

export interface DocumentText {
  headings: string;
  body: string;
}

const nodeOf = (doc: DocumentJson | Node) => (doc instanceof Node ? doc : Node.fromJSON(documentSchema, doc));

/** What a leaf reads as. The name of a thing that not everybody may see is not among it. */
export function leafText(node: Node): string {
  const spec = nodeSpecs.get(node.type.name);
  return spec?.text?.(node.attrs) ?? spec?.words?.(node.attrs).filter(Boolean).join(" ") ?? "";
}

/** The words of a document for search: those of its headings, and all others. */
export function textOf(doc: DocumentJson | Node): DocumentText {
  const headings: string[] = [];
  const body: string[] = [];
  nodeOf(doc).descendants((node) => {
    if (node.isTextblock || node.isAtom) {
      const text = node.isTextblock ? node.textBetween(0, node.content.size, "\n", leafText) : leafText(node);
      if (text.trim()) (node.type.name === "heading" ? headings : body).push(text);
      return false;
    }
    return true;
  });
  return { headings: headings.join("\n"), body: body.join("\n") };
}

/** The beginning of a document in one line of at most `length` characters, cut between words. */
export function excerpt(doc: DocumentJson, length = 200): string {
  const { headings, body } = textOf(doc);
  const text = (body || headings).replace(/\s+/g, " ").trim();
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > length / 2 ? cut.slice(0, end) : cut).toWellFormed().replace(/[\s,.;:–-]+$/, "")}…`;
}

export interface DocumentReferences {
  mentions: MentionKey[];
  /** Keys of pictures and files. */
  files: string[];
  links: string[];
}

/** What a document points at, each thing once: mentioned people and records, uploaded files, links. */
export function referencesOf(doc: DocumentJson | Node): DocumentReferences {
  const mentions = new Map<string, MentionKey>();
  const files = new Set<string>();
  const links = new Set<string>();
  nodeOf(doc).descendants((node) => {
    const target = nodeSpecs.get(node.type.name)?.pointsAt?.(node.attrs);
    if (target && "mention" in target) mentions.set(mentionName(target.mention), target.mention);
    if (target && "file" in target) files.add(target.file);
    for (const mark of node.marks) {
      if (mark.type.name === "link" && isSafeLink(mark.attrs.href)) links.add(mark.attrs.href);
    }
    const href = nodeSpecs.get(node.type.name)?.link?.(node.attrs);
    if (isSafeLink(href)) links.add(href);
  });
  return { mentions: [...mentions.values()], files: [...files], links: [...links] };
}
