import type { Node } from "@tiptap/pm/model";
import { headingAnchorPrefix, slugOf } from "../../contract/document/slug.ts";
import { leafText } from "./text.ts";

export interface Heading {
  id: string;
  level: number;
  text: string;
}

/** The headings of a document in their order, and the id of each heading's node; ids differ from one another. */
export function headingsIn(doc: Node): { headings: Heading[]; anchors: ReadonlyMap<Node, string> } {
  const headings: Heading[] = [];
  const anchors = new Map<Node, string>();
  const taken = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name !== "heading") return true;
    const text = node.textBetween(0, node.content.size, " ", leafText).trim();
    const id = freeId(`${headingAnchorPrefix}${slugOf(text) || "ohne-namen"}`, taken);
    anchors.set(node, id);
    if (text) headings.push({ id, level: node.attrs.level as number, text });
    return false;
  });
  return { headings, anchors };
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}
