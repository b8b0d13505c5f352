import { Tokenizer, type Tokens } from "marked";

const maxRuns = 300;

/**
 * Reads emphasis as long as a paragraph has a human number of its characters: each one looks for its counterpart through
 * all that follow, so that a few thousand of them would keep everybody waiting. Beyond, they stay the text that they are.
 */
export class MeasuredTokenizer extends Tokenizer {
  #measured = "";
  #isTooMuch = false;

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    if (masked !== this.#measured) {
      this.#measured = masked;
      this.#isTooMuch = (masked.match(/[*_]+/g)?.length ?? 0) > maxRuns;
    }
    return this.#isTooMuch ? undefined : super.emStrong(src, masked, before);
  }
}

const endlessQuote = /^(?:[ \t]*>){40}/m;
const maxRunsAtAll = 1500;
const maxWord = 1500;

/**
 * Whether a text is made to be slow rather than to be read: characters that are looked at anew at every step of a paragraph,
 * words that could be endless addresses, and quotes within quotes.
 */
export function isCostly(markdown: string): boolean {
  if (endlessQuote.test(markdown)) return true;
  const isEndless = (word: string) => word.length > maxWord && word.includes("@");
  if (markdown.split(/\s/).some(isEndless)) return true;
  return markdown.split("\n\n").some((block) => (block.match(/[*_]+/g)?.length ?? 0) > maxRunsAtAll);
}
