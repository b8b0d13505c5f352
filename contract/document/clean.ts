import type { Mark, Node } from "@tiptap/pm/model";
import { isKeyOf, requireValue } from "../narrowing.ts";
import { arrange, nodeTypeOf } from "./arrange.ts";
import { cleanAttributes, valuesOf } from "./attributes.ts";
import { nodeSpecs } from "./blocks.ts";
import { cleanCode, cleanLine } from "./clean-text.ts";
import { documentSchema } from "./extensions.ts";
import type { DocumentJson } from "./json.ts";

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
