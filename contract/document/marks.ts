import { type Extensions, Mark } from "@tiptap/core";
import { type AttributeRules, needed, optionalName } from "./attribute-rules.ts";
import { isSafeLink } from "./links.ts";

/** One kind of mark: how it is written as HTML and as Markdown, and what stands for it in either. */
export interface MarkSpec {
  /** The mark of the schema; the starter kit brings those that have none here. */
  extension?: Extensions[number];
  attributes?: AttributeRules;
  /** The element that it is written as. */
  tag: string;
  /** The elements that it is read from; a link is read by where it leads. */
  elements: readonly string[];
  /** The token that it is in Markdown, and what is written around its text; without these it is written as HTML. */
  token?: string;
  delimiter?: string;
}

/** Text above or below the line, as in „H₂O“ and „m²“; of the two the last one is meant. */
const script = (name: "subscript" | "superscript", tag: "sub" | "sup", key: string): MarkSpec => ({
  tag,
  elements: [tag],
  extension: Mark.create({
    name,
    excludes: "subscript superscript",
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  }),
});

/** The marks of a document by their names, from the outermost inwards as they are written. */
export const marks: ReadonlyMap<string, MarkSpec> = new Map<string, MarkSpec>([
  ["link", { tag: "a", elements: [], attributes: { href: needed(isSafeLink), title: optionalName(300) } }],
  ["bold", { tag: "strong", elements: ["strong", "b"], token: "strong", delimiter: "**" }],
  ["italic", { tag: "em", elements: ["em", "i", "cite"], token: "em", delimiter: "_" }],
  ["strike", { tag: "s", elements: ["s", "del", "strike"], token: "del", delimiter: "~~" }],
  ["subscript", script("subscript", "sub", "Mod-,")],
  ["superscript", script("superscript", "sup", "Mod-.")],
  ["code", { tag: "code", elements: ["code", "kbd", "samp", "tt"] }],
]);

/** The element of a mark; every mark of the schema has one. */
export function markTag(name: string): string {
  return marks.get(name)?.tag ?? "span";
}
