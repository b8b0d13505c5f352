import { type AttributeRules, needed } from "./attribute-rules.ts";
import { isSafeLink } from "./links.ts";

/** One kind of mark: how it is written as HTML and as Markdown, and what stands for it in either. */
export interface MarkSpec {
  attributes?: AttributeRules;
  /** The element that it is written as. */
  tag: string;
  /** The elements that it is read from; a link is read by where it leads. */
  elements: readonly string[];
  /** The token that it is in Markdown, and what is written around its text. */
  token?: string;
  delimiter?: string;
}

/** The marks of a document, by their names. */
export const marks: ReadonlyMap<string, MarkSpec> = new Map<string, MarkSpec>([
  ["bold", { tag: "strong", elements: ["strong", "b"], token: "strong", delimiter: "**" }],
  ["italic", { tag: "em", elements: ["em", "i", "cite"], token: "em", delimiter: "_" }],
  ["strike", { tag: "s", elements: ["s", "del", "strike"], token: "del", delimiter: "~~" }],
  ["code", { tag: "code", elements: ["code", "kbd", "samp", "tt"] }],
  ["link", { tag: "a", elements: [], attributes: { href: needed(isSafeLink) } }],
]);

/** The element of a mark; every mark of the schema has one. */
export function markTag(name: string): string {
  return marks.get(name)?.tag ?? "span";
}
