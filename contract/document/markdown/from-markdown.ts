import { Lexer, type Token, type Tokens } from "marked";
import type { CalloutKind } from "../callouts.ts";
import { cleanDocument } from "../clean.ts";
import type { DocumentJson } from "../json.ts";
import { type ResolveAddress, readFileTitle, targetOf } from "./addresses.ts";
import { DocumentBuilder } from "./builder.ts";
import { MeasuredTokenizer } from "./measured-tokenizer.ts";
import { readHtml } from "./read-html.ts";
import { readInline } from "./read-inline.ts";

export interface FromMarkdownOptions {
  resolve?: ResolveAddress;
}

/** More quote signs than any document may have levels: each one would be read through all that follow. */
const endlessQuotes = /^((?:[ \t]*>){40})[> \t]+/gm;

/**
 * The document that Markdown (GitHub's, with alerts, tables, tasks and a few elements of HTML) stands for. Whatever is
 * written, the document is valid and nothing in it runs; markup that has no counterpart stays as text.
 */
export function fromMarkdown(markdown: string, options: FromMarkdownOptions = {}): DocumentJson {
  try {
    const tokens = new Lexer({ gfm: true, tokenizer: new MeasuredTokenizer() }).lex(
      markdown.toWellFormed().replace(endlessQuotes, "$1 "),
    );
    const builder = new DocumentBuilder();
    const reading = { builder, resolve: options.resolve, shift: hasTitle(tokens) ? 1 : 0 };
    readBlocks(tokens, reading);
    return builder.finish();
  } catch (error) {
    // Thousands of levels, one inside the other, are more than the lexer can follow.
    if (!(error instanceof RangeError)) throw error;
    return cleanDocument(
      markdown.split(/\n{2,}/).map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
    );
  }
}

interface Reading {
  builder: DocumentBuilder;
  resolve: ResolveAddress | undefined;
  /** By how much headings move down: a text with first-level headings has them below the page's own title. */
  shift: number;
}

const hasTitle = (tokens: Token[]) => tokens.some((token) => token.type === "heading" && token.depth === 1);

function readBlocks(tokens: Token[], reading: Reading): void {
  const { builder } = reading;
  const depth = builder.depth;
  for (const token of tokens) {
    readBlock(token as Tokens.Generic, reading, depth);
    builder.clearMarks();
  }
  builder.closeTo(depth);
}

function readBlock(token: Tokens.Generic, reading: Reading, within: number): void {
  const { builder, resolve } = reading;
  switch (token.type) {
    case "paragraph":
      readParagraph(token as Tokens.Paragraph, reading);
      break;
    case "text":
      readTextblock(
        { type: "paragraph" },
        token.tokens ?? [{ type: "text", raw: token.raw, text: token.text }],
        reading,
      );
      break;
    case "heading": {
      const level = Math.min(4, Math.max(2, Number(token.depth) + reading.shift));
      readTextblock({ type: "heading", attrs: { level } }, token.tokens ?? [], reading);
      break;
    }
    case "code":
      readCode(token as Tokens.Code, builder);
      break;
    case "blockquote":
      readQuote(token as Tokens.Blockquote, reading);
      break;
    case "list":
      readList(token as Tokens.List, reading);
      break;
    case "table":
      readTable(token as Tokens.Table, reading);
      break;
    case "hr":
      builder.add({ type: "horizontalRule" });
      break;
    case "html":
      readHtml(String(token.text).trimEnd(), builder, within, resolve);
      break;
    default:
      return;
  }
}

function readTextblock(
  node: { type: string; attrs?: Record<string, unknown> },
  tokens: Token[],
  reading: Reading,
): void {
  const { builder, resolve } = reading;
  const depth = builder.depth;
  builder.open(node);
  readInline(tokens, builder, resolve);
  builder.closeTo(depth);
}

/** A paragraph that is nothing but a link to a file of the portal is the block of that file. */
function readParagraph(token: Tokens.Paragraph, reading: Reading): void {
  const [only, ...others] = token.tokens;
  if (only?.type === "link" && !others.length) {
    const { href, title, text } = only as Tokens.Link;
    const target = targetOf(href, reading.resolve);
    const meta = "file" in target ? { ...target.file, ...readFileTitle(title) } : undefined;
    if (meta?.mimeType !== undefined) {
      const words = new DocumentBuilder();
      readInline((only as Tokens.Link).tokens, words);
      const name = words.top.content?.map((node) => node.text ?? "").join("") || text;
      reading.builder.add({ type: "file", attrs: { ...meta, name: meta.name ?? name } });
      return;
    }
  }
  readTextblock({ type: "paragraph" }, token.tokens, reading);
}

function readCode({ text, lang }: Tokens.Code, builder: DocumentBuilder): void {
  const [language] = (lang ?? "").split(/[\s{,:]/);
  builder.open({ type: "codeBlock", attrs: { language: language || null } });
  builder.text(text);
  builder.closeTo(builder.depth - 1);
}

const alert = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*(?:\n|$)/i;
const alerts: Record<string, CalloutKind> = { WARNING: "warning", CAUTION: "danger" };

function readQuote({ tokens }: Tokens.Blockquote, reading: Reading): void {
  const [paragraph, ...rest] = tokens;
  const first = paragraph?.type === "paragraph" ? (paragraph as Tokens.Paragraph).tokens[0] : undefined;
  const [marker, kind] = (first?.type === "text" && alert.exec(first.raw)) || [];
  const depth = reading.builder.depth;
  if (marker === undefined || !first || !paragraph) {
    reading.builder.open({ type: "blockquote" });
    readBlocks(tokens, reading);
  } else {
    reading.builder.open({ type: "callout", attrs: { kind: alerts[kind?.toUpperCase() ?? ""] ?? "info" } });
    const text = (first as Tokens.Text).text.slice(marker.length);
    const remaining = [
      ...(text ? [{ ...first, raw: text, text } as Token] : []),
      ...(paragraph as Tokens.Paragraph).tokens.slice(1),
    ];
    if (remaining.length) readTextblock({ type: "paragraph" }, remaining, reading);
    readBlocks(rest, reading);
    if (!remaining.length && !rest.length) reading.builder.add({ type: "paragraph" });
  }
  reading.builder.closeTo(depth);
}

function readList(list: Tokens.List, reading: Reading): void {
  const { builder } = reading;
  const depth = builder.depth;
  let isTasks: boolean | undefined;
  for (const item of list.items) {
    if (item.task !== isTasks) {
      builder.closeTo(depth);
      builder.open(listOf(list, item));
      isTasks = item.task;
    }
    builder.open(item.task ? { type: "taskItem", attrs: { checked: item.checked === true } } : { type: "listItem" });
    readBlocks(item.tokens, reading);
    builder.closeTo(depth + 1);
  }
  builder.closeTo(depth);
}

function listOf(list: Tokens.List, item: Tokens.ListItem) {
  if (item.task) return { type: "taskList" };
  return list.ordered ? { type: "orderedList", attrs: { start: Number(list.start) } } : { type: "bulletList" };
}

function readTable(table: Tokens.Table, reading: Reading): void {
  const { builder } = reading;
  const depth = builder.depth;
  builder.open({ type: "table" });
  for (const row of [table.header, ...table.rows]) {
    builder.open({ type: "tableRow" });
    for (const { header, align, tokens } of row) {
      builder.open({ type: header ? "tableHeader" : "tableCell", attrs: { align } });
      readTextblock({ type: "paragraph" }, tokens, reading);
      builder.closeTo(depth + 2);
    }
    builder.closeTo(depth + 1);
  }
  builder.closeTo(depth);
}
