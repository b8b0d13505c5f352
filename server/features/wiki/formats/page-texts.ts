import { decodeEntities } from "../../../../contract/document/markdown/escape.ts";
import { decodeText, detectEncoding } from "../../../imports/decode-text.ts";
import { readFrontMatter } from "./front-matter.ts";
import { limits, UnreadableFile } from "./limits.ts";
import { fromFileName, splitIcon, toCommonMarkdown } from "./outline-markdown.ts";
import { nameOf, type SourceFile, type SourcePage, stemOf } from "./sources.ts";

type Read = Pick<SourcePage, "title" | "meta" | "warnings" | "text">;

const untitled = "Ohne Titel";

/** What a file of text says of the page that it would become; the text itself is kept for later. */
export function readSource(file: SourceFile, format: "markdown" | "html" | "docx"): Read {
  const fallback = titleOf(fromFileName(nameOf(stemOf(file.path))));
  try {
    if (format === "docx") return plain(fallback, () => ({ docx: file.bytes() }));
    if (format === "html") return readHtmlSource(textOf(file, limits.fileBytes), fallback);
    return readMarkdownSource(textOf(file, limits.textBytes), fallback);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return plain(fallback, () => {
      throw error;
    });
  }
}

const plain = (title: string, text: SourcePage["text"]): Read => ({ title, meta: {}, warnings: [], text });

export const tooLong = () => new UnreadableFile("Der Text ist größer als 2 MB. Bitte teile ihn auf.");

function textOf(file: SourceFile, maxBytes: number): string {
  if (file.size > maxBytes) throw tooLong();
  const bytes = file.bytes();
  return decodeText(bytes, detectEncoding(bytes)).replaceAll("\0", "");
}

function readMarkdownSource(text: string, fallback: string): Read {
  const { meta, body, isOwn, isBroken } = readFrontMatter(text);
  const warnings = isBroken ? ["Der Kopf der Datei ist nicht lesbar; nur ihr Text wird übernommen."] : [];
  if (isOwn) return { title: meta.title ?? fallback, meta, warnings, text: () => ({ markdown: body, isOwn }) };
  const [line, first] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(body) ?? [];
  const heading = first && titleOf(first.replace(/[*_`]|\\(?=\W)/g, ""));
  const isTitle = heading !== undefined && (!meta.title || meta.title === heading);
  const rest = isTitle ? body.slice(line?.length ?? 0) : body;
  const markdown = () => ({ markdown: toCommonMarkdown(rest), isOwn });
  const { icon, title } = splitIcon(meta.title ?? heading ?? fallback);
  return { title, meta: { ...(icon && { icon }), ...meta }, warnings, text: markdown };
}

function readHtmlSource(html: string, fallback: string): Read {
  const body = html.replace(/<head[\s>][\s\S]*?<\/head\s*>/i, "");
  const [whole, first] = /<h1(?:\s[^>]*)?>([\s\S]{0,2000}?)<\/h1\s*>/i.exec(body) ?? [];
  const [, named] = /<title(?:\s[^>]*)?>([\s\S]{0,2000}?)<\/title\s*>/i.exec(html) ?? [];
  const words = (text: string | undefined) => text && titleOf(decodeEntities(text.replace(/<[^>]*>/g, " ")));
  const heading = words(first);
  const title = heading || words(named) || fallback;
  // Around a page of BookStack stand an empty preview, and who has written it when.
  const preview =
    /<div class="page-attachment-preview[ "][\s\S]{0,2000}?<div class="page-attachment-preview-body"[^>]*><\/div>\s*<\/div>/;
  const foot = /<hr\s*\/?>\s*<div class="text-muted text-small">\s*<div class="entity-meta">[\s\S]*$/;
  const rest = (whole && heading === title ? body.replace(whole, "") : body).replace(preview, "").replace(foot, "");
  return { title, meta: {}, warnings: unsafeWarnings(html), text: () => ({ html: rest }) };
}

/** What of a page of HTML is not taken over because it could run or load something. */
export function unsafeWarnings(html: string): string[] {
  return /<(script|iframe|object|embed|form|svg|link)\b|\son[a-z]+\s*=|javascript:/i.test(html)
    ? ["Skripte, eingebettete Inhalte und Formulare werden nicht übernommen."]
    : [];
}

/** A title as it may be kept. */
export function titleOf(text: string): string {
  const title = text
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...title].slice(0, 190).join("") || untitled;
}
