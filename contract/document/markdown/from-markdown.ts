import type { Token, Tokens } from "marked";
import type { MarkdownReading } from "../block.ts";
import { blocks } from "../blocks.ts";
import { cleanDocument } from "../clean.ts";
import type { DocumentJson } from "../json.ts";
import type { ResolveAddress } from "./addresses.ts";
import { DocumentBuilder } from "./builder.ts";
import { lexMarkdown } from "./more-syntax.ts";
import { readHtml } from "./read-html.ts";
import { readInline } from "./read-inline.ts";

export interface FromMarkdownOptions {
  resolve?: ResolveAddress;
  /** Labels of footnotes that stand outside of this text. */
  footnotes?: ReadonlySet<string>;
}

/** More quote signs than any document may have levels: each one would be read through all that follow. */
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

function createReading(builder: DocumentBuilder, resolve: ResolveAddress | undefined, shift: number): MarkdownReading {
  const reading: MarkdownReading = {
    ...{ builder, resolve, shift },
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
