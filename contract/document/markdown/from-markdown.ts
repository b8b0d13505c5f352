import { Lexer, type Token, type Tokens } from "marked";
import type { MarkdownReading } from "../block.ts";
import { blocks } from "../blocks.ts";
import { cleanDocument } from "../clean.ts";
import type { DocumentJson } from "../json.ts";
import { DocumentBuilder } from "./builder.ts";
import { decodeEntities } from "./escape.ts";
import { MeasuredTokenizer } from "./measured-tokenizer.ts";
import { readHtml } from "./read-html.ts";
import { readInline } from "./read-inline.ts";
import type { ResolveUrl } from "./urls.ts";

export interface FromMarkdownOptions {
  resolve?: ResolveUrl;
  /** Labels of footnotes that stand outside of this text. */
  footnotes?: ReadonlySet<string>;
}

/** More quote markers than any document may have levels: each one would be read through all that follow. */
const endlessQuotes = /^((?:[ \t]*>){40})[> \t]+/gm;

/**
 * The document that Markdown (GitHub's, with alerts, tables, tasks and a few elements of HTML) stands for. Whatever is
 * written, the document is valid and nothing in it runs; markup that has no counterpart stays as text.
 */
export function fromMarkdown(markdown: string, options: FromMarkdownOptions = {}): DocumentJson {
  try {
    const text = markdown.toWellFormed().replace(endlessQuotes, "$1 ").replace(/\r\n?/g, "\n");
    const tokens = lexMarkdown(text, options.footnotes ?? new Set());
    const builder = new DocumentBuilder();
    createReading(builder, options.resolve, hasTitle(tokens) ? 1 : 0).blocks(tokens);
    return builder.finish();
  } catch (error) {
    // Thousands of levels, one inside the other, are more than the lexer can follow.
    if (!(error instanceof RangeError)) throw error;
    return cleanDocument(
      markdown.split(/\n{2,}/).map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
    );
  }
}

const hasTitle = (tokens: Token[]) => tokens.some((token) => token.type === "heading" && token.depth === 1);

function createReading(builder: DocumentBuilder, resolve: ResolveUrl | undefined, shift: number): MarkdownReading {
  const reading: MarkdownReading = {
    builder,
    resolve,
    shift,
    blocks: (tokens) => {
      const depth = builder.depth;
      for (const token of tokens) {
        readBlock(token, reading, depth);
        builder.clearMarks();
      }
      builder.closeTo(depth);
    },
    textblock: (node, tokens) => {
      const depth = builder.depth;
      builder.open(node);
      readInline(tokens, builder, resolve);
      builder.closeTo(depth);
    },
    textOf: (tokens) => {
      const words = new DocumentBuilder();
      readInline(tokens, words);
      return (words.top.content ?? []).map((node) => node.text ?? "").join("");
    },
  };
  return reading;
}

/** The first block that takes a token wins. */
function readBlock(token: Tokens.Generic, reading: MarkdownReading, within: number): void {
  if (token.type === "html") readHtml(String(token.text).trimEnd(), reading.builder, within, reading.resolve);
  else blocks.some(({ tokens }) => tokens?.[token.type]?.(token, reading));
}

/** Where the text of a footnote begins, within quotes, lists and other footnotes too, and written as HTML. */
const definition =
  /(?<=^[ \t>]*(?:\[\^[^\]\n]{1,40}\]:[ \t]*)*)\[\^([\p{L}\p{N}_-]{1,40})\]:|\bdata-footnote="([^"]{1,400})"/gmu;
const footnoteText = /^ {0,3}\[\^([\p{L}\p{N}_-]{1,40})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {4}|\t)[^\n]*)*)(?:\n|$)/u;
const reference = /^\[\^([\p{L}\p{N}_-]{1,40})\]/u;
const formula =
  /^ {0,3}\$\$(?:[ \t]*\n((?:(?!\$\$|\n[ \t]*\n)[\s\S])+?)\n[ \t]*|((?:(?!\$\$)[^\n])+))\$\$[ \t]*(?:\n+|$)/;
/** The first line of a paragraph that is none of it any more; looked for no further than to the paragraph's end. */
const paragraphEnd = /\n(?:[ \t]*\n| {0,3}(?:\[\^|\$\$))/;

/**
 * The tokens of GitHub's Markdown. Beside what the lexer knows, these are footnotes, and formulas between two dollar
 * signs, which are code of the language „math“. `footnotes` are labels whose text stands elsewhere.
 */
function lexMarkdown(markdown: string, footnotes: ReadonlySet<string>): Token[] {
  const defined = [...markdown.matchAll(definition)].map(([, label, html = ""]) => label ?? decodeEntities(html));
  const known = new Set([...footnotes, ...defined]);
  const block = (lexer: Lexer, source: string): Tokens.Generic | undefined =>
    readFootnote(lexer, source) ?? readFormula(source);
  const inline = (source: string): Tokens.Generic | undefined => {
    const [raw, label = ""] = reference.exec(source) ?? [];
    return raw !== undefined && known.has(label) ? { type: "footnoteReference", raw, label } : undefined;
  };
  return new Lexer({
    gfm: true,
    tokenizer: new MeasuredTokenizer(),
    extensions: {
      block: [
        function (source) {
          return block(this.lexer as Lexer, source);
        },
      ],
      inline: [(source) => inline(source)],
      startBlock: [startOfBlock],
      renderers: {},
      childTokens: {},
    },
  }).lex(markdown);
}

/** Where in a paragraph a footnote or a formula begins. */
function startOfBlock(source: string): number | undefined {
  const found = paragraphEnd.exec(source);
  return found && /[[$]$|\[\^$/.test(found[0]) ? found.index + 1 : undefined;
}

function readFootnote(lexer: Lexer, source: string): Tokens.Generic | undefined {
  const [raw, label, text = ""] = footnoteText.exec(source) ?? [];
  if (raw === undefined || label === undefined) return undefined;
  return { type: "footnote", raw, label, tokens: lexer.blockTokens(text.replace(/\n(?: {1,4}|\t)/g, "\n"), []) };
}

function readFormula(source: string): Tokens.Generic | undefined {
  const [raw, lines, line] = formula.exec(source) ?? [];
  const text = lines ?? line?.trim();
  return raw !== undefined && text ? { type: "code", raw, lang: "math", text } : undefined;
}
