import type { Node, NodeType } from "@tiptap/pm/model";
import { requireValue } from "../narrowing.ts";
import type { Arranger, Values } from "./block.ts";
import { nodeSpecs } from "./blocks.ts";
import { documentSchema } from "./extensions.ts";

/** The node type of that name, which the schema has. */
export const nodeTypeOf = (name: string): NodeType => requireValue(documentSchema.nodes[name]);

const arranger: Arranger = {
  create: (type, attributes, content) => nodeTypeOf(type).create(attributes, content),
  blocksOf,
  gather: (children, isWanted, wrapper) =>
    runs(children, isWanted).flatMap((run) =>
      run[0] && isWanted(run[0]) ? run : arrange(nodeTypeOf(wrapper), {}, run),
    ),
  orParagraph: (blocks) => (blocks.length ? blocks : [nodeTypeOf("paragraph").create()]),
  runs,
};

/**
 * A node of this type around these children, each of them a valid node. What may not stand in it is wrapped, or put
 * behind it; a container that would be empty is left out. All of what it returns is valid, though not yet in its place.
 */
export function arrange(container: NodeType, attributes: Values, children: Node[]): Node[] {
  if (container.isLeaf) return [container.create(attributes), ...children];
  if (container.inlineContent) return fitText(container, attributes, children);
  const arrangeChildren = nodeSpecs.get(container.name)?.arrange;
  if (arrangeChildren) return arrangeChildren(children, attributes, arranger);
  if (container === documentSchema.topNodeType)
    return [container.create(attributes, arranger.orParagraph(blocksOf(children)))];
  return children.length ? [container.create(attributes, blocksOf(children))] : [];
}

/** Text blocks: one per run of inline nodes, with the blocks that lay between them. Code and summaries take text only. */
function fitText(container: NodeType, attributes: Values, children: Node[]): Node[] {
  if (container.spec.content === "text*") {
    const isCode = container.spec.code === true;
    const content = children.flatMap((child) => plain(child, isCode));
    return [container.create(attributes, isCode ? unmarked(content) : content)];
  }
  const result = runs(children, (child) => child.isInline).flatMap((run) =>
    run[0]?.isInline ? [container.create(attributes, run)] : run,
  );
  return result.length ? result : [container.create(attributes)];
}

function plain(node: Node, isCode: boolean): Node[] {
  if (node.isText) return [node];
  const text = node.isBlock ? node.textBetween(0, node.content.size, isCode ? "\n" : " ", leafText) : leafText(node);
  const words = isCode && isLineBreak(node) ? "\n" : text;
  return words ? [documentSchema.text(words)] : [];
}

const isLineBreak = (node: Node) => node.type.name === "hardBreak";

function leafText(node: Node): string {
  const [first = ""] = nodeSpecs.get(node.type.name)?.words?.(node.attrs) ?? [];
  return isLineBreak(node) ? " " : String(first ?? "");
}

const unmarked = (content: Node[]) => content.map((node) => node.mark([]));

function blocksOf(children: Node[]): Node[] {
  return runs(children, kindOf).flatMap((run): Node[] => {
    const [first] = run;
    if (!first) return [];
    if (first.isInline) return [nodeTypeOf("paragraph").create(null, run)];
    return nodeSpecs.get(first.type.name)?.loose?.wrap(run, arranger) ?? run;
  });
}

function kindOf(node: Node): string {
  if (node.isInline) return "inline";
  return nodeSpecs.get(node.type.name)?.loose?.kind ?? (node.type.isInGroup("block") ? "block" : node.type.name);
}

function runs<Kind>(children: Node[], kind: (node: Node) => Kind): Node[][] {
  const result: Node[][] = [];
  let last: Kind | undefined;
  for (const child of children) {
    const next = kind(child);
    if (result.length && next === last) result.at(-1)?.push(child);
    else result.push([child]);
    last = next;
  }
  return result;
}
