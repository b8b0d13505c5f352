import type { Node, NodeType } from "@tiptap/pm/model";
import { documentSchema } from "./extensions.ts";

type Attributes = Record<string, unknown>;
const nodes = documentSchema.nodes as Record<string, NodeType>;
const type = (name: string) => nodes[name] as NodeType;
const isItem = (node: Node) => node.type === type("listItem") || node.type === type("taskItem");
const isRow = (node: Node) => node.type === type("tableRow");
const isCell = (node: Node) => node.type === type("tableCell") || node.type === type("tableHeader");

/**
 * A node of this type around these children, each of them a valid node. What may not stand in it is wrapped, or put
 * behind it; a container that would be empty is left out. All of what it returns is valid, though not yet in its place.
 */
export function arrange(container: NodeType, attributes: Attributes, children: Node[]): Node[] {
  if (container.isLeaf) return [container.create(attributes), ...children];
  if (container.inlineContent) return fitText(container, attributes, children);
  switch (container.name) {
    case "bulletList":
    case "orderedList":
    case "taskList":
      return fitList(container, attributes, children);
    case "listItem":
    case "taskItem":
      return [container.create(attributes, startWithParagraph(blocksOf(children)))];
    case "table":
      return fitTable(container, children);
    case "tableRow":
      return children.length ? [container.create(null, gather(children, isCell, type("tableCell")))] : [];
    case "details":
      return fitDetails(container, children);
    case "doc":
    case "tableCell":
    case "tableHeader":
    case "detailsContent":
      return [container.create(attributes, orParagraph(blocksOf(children)))];
    default:
      return children.length ? [container.create(attributes, blocksOf(children))] : [];
  }
}

/** Text blocks: one per run of inline nodes, with the blocks that lay between them. Code and summaries take text only. */
function fitText(container: NodeType, attributes: Attributes, children: Node[]): Node[] {
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
  const words = isCode && node.type.name === "hardBreak" ? "\n" : text;
  return words ? [documentSchema.text(words)] : [];
}

function leafText(node: Node): string {
  const { label, alt, name } = node.attrs as Record<string, unknown>;
  return node.type.name === "hardBreak" ? " " : String(label ?? alt ?? name ?? "");
}

const unmarked = (content: Node[]) => content.map((node) => node.mark([]));

/** Children as blocks: loose text in paragraphs, loose items in lists, loose rows and cells in tables. */
function blocksOf(children: Node[]): Node[] {
  return runs(children, kindOf).flatMap((run): Node[] => {
    const [first] = run;
    if (!first) return [];
    if (first.isInline) return [type("paragraph").create(null, run)];
    if (isItem(first)) return fitList(type(first.type.name === "taskItem" ? "taskList" : "bulletList"), {}, run);
    if (isRow(first) || isCell(first)) return fitTable(type("table"), run);
    if (first.type.name === "detailsSummary") return run.map(({ content }) => type("paragraph").create(null, content));
    if (first.type.name === "detailsContent") return run.flatMap(({ children: inside }) => [...inside]);
    return run;
  });
}

function kindOf(node: Node): string {
  if (node.isInline) return "inline";
  if (isCell(node) || isRow(node)) return "table";
  return node.type.isInGroup("block") ? "block" : node.type.name;
}

function fitList(list: NodeType, attributes: Attributes, children: Node[]): Node[] {
  const item = type(list.name === "taskList" ? "taskItem" : "listItem");
  const items = gather(children, isItem, item).map((node) =>
    node.type === item ? node : item.create(null, node.content),
  );
  return items.length ? [list.create(attributes, items)] : [];
}

/** Rows of cells; what is neither row nor cell stands before the table. */
function fitTable(table: NodeType, children: Node[]): Node[] {
  const rows = runs(
    children.filter((child) => isRow(child) || isCell(child)),
    (child) => isCell(child),
  ).flatMap((run) => (run[0] && isCell(run[0]) ? [type("tableRow").create(null, run)] : run));
  const filled = rows.filter((row) => row.childCount);
  const others = blocksOf(children.filter((child) => !isRow(child) && !isCell(child)));
  return [...others, ...(filled.length ? [table.create(null, filled)] : [])];
}

function fitDetails(details: NodeType, children: Node[]): Node[] {
  const summary = children.find((child) => child.type.name === "detailsSummary") ?? type("detailsSummary").create();
  const rest = blocksOf(children.filter((child) => child !== summary));
  if (!rest.length && !summary.content.size && !children.length) return [];
  return [details.create(null, [summary, type("detailsContent").create(null, orParagraph(rest))])];
}

/** Children of which those that are not of the wanted kind lie together in a wrapper that is. */
function gather(children: Node[], isWanted: (node: Node) => boolean, wrapper: NodeType): Node[] {
  return runs(children, isWanted).flatMap((run) => (run[0] && isWanted(run[0]) ? run : arrange(wrapper, {}, run)));
}

const orParagraph = (blocks: Node[]) => (blocks.length ? blocks : [type("paragraph").create()]);
const startWithParagraph = (blocks: Node[]) =>
  blocks[0]?.type.name === "paragraph" ? blocks : [type("paragraph").create(), ...blocks];

/** Neighbours of the same kind, together. */
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
