import { callout } from "./callout.tsx";
import { codeBlock } from "./code-block.tsx";
import { details } from "./details.ts";
import { diagram } from "./diagram.tsx";
import type { EditorBlock } from "./editor-block.ts";
import { file } from "./file.tsx";
import { footnote } from "./footnote.ts";
import { image } from "./image.tsx";
import { lists } from "./lists.ts";
import { mention } from "./mention.tsx";
import { blockquote, heading, horizontalRule, paragraph } from "./plain-blocks.ts";
import { table } from "./table.tsx";

/** Every block as it is written, in the order in which menus offer them. */
export const editorBlocks: readonly EditorBlock[] = [
  paragraph,
  blockquote,
  heading,
  lists,
  callout,
  table,
  codeBlock,
  image,
  file,
  footnote,
  diagram,
  details,
  horizontalRule,
  mention,
];
