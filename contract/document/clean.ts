import type { Mark, Node, NodeType } from "@tiptap/pm/model";
import { fieldsIn, isKeyOf, requireValue } from "../narrowing.ts";
import type { AttributeRules } from "./attribute-rules.ts";
import type { Arranger, Values } from "./block.ts";
import { nodeSpecs } from "./blocks.ts";
import { cleanCode, cleanLine } from "./clean-text.ts";
import { documentSchema } from "./extensions.ts";
import type { DocumentJson } from "./json.ts";
import { marks } from "./marks.ts";

/** Deeper than this, only the words are kept. A little lower than what is accepted, as fitting may add levels. */
const maxDepth = 40;

/**
 * Whatever is given as a document that the schema allows. Unknown nodes give way to what lies in them, misplaced ones
 * are moved to where they may stand, attributes and links that cannot be meant are dropped; no words are lost. Never
 * throws, and leaves a valid document as it is.
 */
export function cleanDocument(json: unknown): DocumentJson {
  const content = isObject(json) && json.type === "doc" ? json.content : [json];
  const blocks = arrange(documentSchema.topNodeType, {}, read(content, 1));
  return requireValue(blocks[0]).toJSON();
}

interface Given {
  type?: unknown;
  attrs?: unknown;
  content?: unknown;
  marks?: unknown;
  text?: unknown;
}

function isObject(value: unknown): value is Given {
  return typeof value === "object" && value !== null;
}

function read(content: unknown, depth: number, isCode = false): Node[] {
  return Array.isArray(content) ? content.flatMap((child) => readNode(child, depth, isCode)) : [];
}

function readNode(json: unknown, depth: number, isCode: boolean): Node[] {
  if (!isObject(json)) return [];
  if (json.type === "text") return textNodes(json.text, json.marks, isCode);
  if (depth > maxDepth) return textNodes(wordsIn(json), [], isCode);
  const name = isKeyOf(documentSchema.nodes, json.type) ? json.type : undefined;
  const type = name === undefined ? undefined : documentSchema.nodes[name];
  const children = read(json.content, depth + 1, type?.spec.code ?? isCode);
  if (!name || !type || type === documentSchema.topNodeType) return children;
  const attributes = cleanAttributes(name, json.attrs);
  if (attributes) return arrange(type, attributes, children);
  const words = textNodes(wordsFor(name, json.attrs), [], isCode);
  return [...(type.isInline ? words : arrange(nodeTypeOf("paragraph"), {}, words)), ...children];
}

function textNodes(text: unknown, marks: unknown, isCode: boolean): Node[] {
  if (typeof text !== "string") return [];
  const kept = isCode ? cleanCode(text) : cleanLine(text);
  return kept ? [documentSchema.text(kept, isCode ? [] : readMarks(marks))] : [];
}

function readMarks(marks: unknown): readonly Mark[] {
  let kept: readonly Mark[] = [];
  for (const mark of Array.isArray(marks) ? marks : []) {
    if (!isObject(mark) || typeof mark.type !== "string" || !Object.hasOwn(documentSchema.marks, mark.type)) continue;
    const attributes = cleanAttributes(mark.type, mark.attrs);
    if (attributes) kept = documentSchema.marks[mark.type]?.create(attributes).addToSet(kept) ?? kept;
  }
  return kept;
}

/** What is left to read of a node that cannot be kept: its label, name or description. */
function wordsFor(name: string, attributes: unknown): string {
  const words = nodeSpecs.get(name)?.words?.(valuesOf(attributes)) ?? [];
  return words.filter((word) => typeof word === "string" && word).join(" ");
}

/** All text in a node of any depth, without recursion. */
function wordsIn(json: Given): string {
  const words: string[] = [];
  const open: unknown[] = [json];
  while (open.length) {
    const node = open.pop();
    if (!isObject(node)) continue;
    if (typeof node.text === "string") words.push(node.text);
    if (typeof node.type === "string") words.push(wordsFor(node.type, node.attrs));
    if (Array.isArray(node.content)) for (let i = node.content.length - 1; i >= 0; i--) open.push(node.content[i]);
  }
  return words.filter(Boolean).join(" ");
}

/** The node type of that name, which the schema has. */
const nodeTypeOf = (name: string): NodeType => requireValue(documentSchema.nodes[name]);

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
function arrange(container: NodeType, attributes: Values, children: Node[]): Node[] {
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

/** What the attributes of a node or mark may be; without rules it has none. */
export function attributeRulesOf(type: string): AttributeRules {
  return nodeSpecs.get(type)?.attributes ?? marks.get(type)?.attributes ?? {};
}

/** What somebody gives as attributes, by name; none where it is nothing of the kind. */
const valuesOf = (given: unknown): Values => ({ ...fieldsIn(given) });

/** The attributes of a node or mark as they may be stored; undefined if it cannot be kept without the ones it has. */
function cleanAttributes(type: string, given: unknown): Record<string, unknown> | undefined {
  const values = valuesOf(given);
  const kept: Record<string, unknown> = {};
  for (const [attribute, rule] of Object.entries(attributeRulesOf(type))) {
    const value = rule.read(Object.hasOwn(values, attribute) ? values[attribute] : undefined);
    kept[attribute] = value === undefined ? rule.instead : value;
    if (kept[attribute] === undefined) return undefined;
  }
  return nodeSpecs.get(type)?.cleanAttributes?.(kept) ?? kept;
}
