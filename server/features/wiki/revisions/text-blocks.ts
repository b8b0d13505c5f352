import { Node } from "@tiptap/pm/model";
import { documentSchema } from "../../../../contract/document/extensions.ts";
import { leafText } from "../../../document/text.ts";

/** A piece of a document that is read, compared and attributed as a whole. */
export interface TextBlock {
  /** As „heading2“, „listItem“, „tableRow“. */
  kind: string;
  text: string;
  /** All of its form: marks, attributes, and what it lies in. */
  form: string;
}

/** The blocks of a stored document in the order of reading. */
export function blocksOf(contentJson: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  walk(Node.fromJSON(documentSchema, JSON.parse(contentJson)), [], blocks);
  return blocks.filter(({ kind, text }) => text !== "" || !["paragraph", "listItem", "tableRow"].includes(kind));
}

function walk(parent: Node, around: readonly string[], blocks: TextBlock[]): void {
  for (const node of parent.children) {
    const { name } = node.type;
    if (name === "tableRow") blocks.push(toBlock(node, name, cellsOf(node), around));
    else if (node.isTextblock) {
      const text = node.textBetween(0, node.content.size, "\n", leafText);
      blocks.push(toBlock(node, kindOf(node, around), text, around));
    } else if (node.isLeaf) blocks.push(toBlock(node, name, leafText(node), around));
    else walk(node, [...around, nameOf(node)], blocks);
  }
}

const toBlock = (node: Node, kind: string, text: string, around: readonly string[]): TextBlock => ({
  kind,
  text,
  form: JSON.stringify([around, node.type.name, node.attrs, marksOf(node)]),
});

const nameOf = (node: Node) => [node.type.name, ...Object.values(node.attrs)].join(" ");

function kindOf(node: Node, around: readonly string[]): string {
  const { name } = node.type;
  if (name === "heading") return `heading${node.attrs.level}`;
  const holder = around.at(-1)?.split(" ")[0];
  return name === "paragraph" && holder ? holder : name;
}

function cellsOf(row: Node): string {
  return row.children.map((cell) => cell.textBetween(0, cell.content.size, " ", leafText)).join(" | ");
}

/** Where which marks begin and end. */
function marksOf(node: Node): unknown[] {
  const marks: unknown[] = [];
  node.descendants((child, position) => {
    if (child.marks.length > 0) marks.push([position, child.nodeSize, child.marks.map((mark) => mark.toJSON())]);
    return true;
  });
  return marks;
}
