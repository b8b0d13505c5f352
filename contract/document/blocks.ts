import type { Block, NodeSpec } from "./block.ts";
import { callout } from "./blocks/callout.ts";
import { codeBlock } from "./blocks/code-block.ts";
import { details } from "./blocks/details.ts";
import { file } from "./blocks/file.ts";
import { footnote } from "./blocks/footnote.ts";
import { image } from "./blocks/image.ts";
import { lists } from "./blocks/lists.ts";
import { mention } from "./blocks/mention.ts";
import { blockquote, hardBreak, heading, horizontalRule, paragraph } from "./blocks/plain-blocks.ts";
import { table } from "./blocks/table.ts";

/**
 * Every block of a document. Where two may be meant by the same Markdown or HTML, the first one that takes it wins: a
 * callout is written as a quote, a file as a paragraph.
 */
export const blocks: readonly Block[] = [
  hardBreak,
  horizontalRule,
  codeBlock,
  lists,
  table,
  details,
  callout,
  image,
  mention,
  file,
  footnote,
  blockquote,
  heading,
  paragraph,
];

/** What is known of each type of node; nothing of the document itself and of text. */
export const nodeSpecs: ReadonlyMap<string, NodeSpec> = new Map(blocks.flatMap(({ nodes }) => Object.entries(nodes)));
