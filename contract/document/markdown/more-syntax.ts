import { Lexer, type Token, type Tokens } from "marked";
import { decodeEntities } from "./entities.ts";
import { MeasuredTokenizer } from "./measured-tokenizer.ts";

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
export function lexMarkdown(markdown: string, footnotes: ReadonlySet<string>): Token[] {
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
