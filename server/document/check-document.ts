import { Node } from "@tiptap/pm/model";
import { attributeRulesOf, cleanDocument } from "../../contract/document/clean.ts";
import { documentSchema } from "../../contract/document/extensions.ts";
import {
  type DocumentJson,
  type DocumentNode,
  maxDocumentBytes,
  maxDocumentDepth,
  maxDocumentNodes,
  maxTableCells,
} from "../../contract/document/json.ts";
import { fieldsIn, isObject } from "../../contract/narrowing.ts";
import { invalidField } from "../problem.ts";

const refuse = (message: string) => invalidField("content", `Inhalt: ${message}`);

/**
 * What somebody sent as a document, if it is one: known nodes, marks and attributes in places where they may stand,
 * links that may be followed, within the limits of size and depth. Refuses everything else with a Problem.
 */
export function checkDocument(json: unknown): DocumentJson {
  checkSize(json);
  checkNodes(json);
  try {
    Node.fromJSON(documentSchema, json).check();
  } catch (cause) {
    throw Object.assign(refuse("Der Aufbau stimmt nicht."), { cause });
  }
  return cleanDocument(json);
}

export interface DocumentSize {
  bytes: number;
  nodes: number;
  cells: number;
}

/** How large a document is. One with too many nodes is not written out only to learn its length. */
export function measureDocument(json: unknown): DocumentSize {
  let nodes = 0;
  let cells = 0;
  const open: unknown[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { type, content } = fieldsIn(next);
    nodes += 1;
    if (type === "tableCell" || type === "tableHeader") cells += 1;
    if (Array.isArray(content)) for (const child of content) open.push(child);
  }
  const isOver = nodes > maxDocumentNodes || cells > maxTableCells;
  return { nodes, cells, bytes: isOver ? 0 : Buffer.byteLength(JSON.stringify(json) ?? "") };
}

/** Why a document of this size is refused; undefined when it is not. */
export function sizeProblem({ bytes, nodes, cells }: DocumentSize): string | undefined {
  if (cells > maxTableCells)
    return "Höchstens 3.000 Tabellenzellen. Teile die Seite auf oder hänge die Tabelle als Datei an.";
  if (nodes > maxDocumentNodes) return "Höchstens 12.000 Absätze, Zellen und Textstücke. Teile die Seite auf.";
  return bytes > maxDocumentBytes ? "Höchstens 2 MB. Teile die Seite auf." : undefined;
}

/** Refuses a document that is too large, whichever way it comes. */
export function checkSize(json: unknown): void {
  refuseOversized(measureDocument(json));
}

export function refuseOversized(size: DocumentSize): void {
  const problem = sizeProblem(size);
  if (problem) throw refuse(problem);
}

function checkNodes(json: unknown): void {
  const open: { node: unknown; depth: number }[] = [{ node: json, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const node = checkNode(next.node, next.depth);
    for (const child of node.content ?? []) open.push({ node: child, depth: next.depth + 1 });
  }
}

function checkNode(value: unknown, depth: number): DocumentNode {
  const node = value as DocumentNode;
  const isNode = typeof node === "object" && node !== null && typeof node.type === "string";
  if (!isNode || (depth === 0) !== (node.type === "doc")) throw refuse("Das ist kein Dokument.");
  if (depth > maxDocumentDepth) throw refuse("Zu tief verschachtelt.");
  if (!Object.hasOwn(documentSchema.nodes, node.type)) throw refuse("Es enthält einen unbekannten Baustein.");
  if (node.type === "text" ? typeof node.text !== "string" || !node.text : node.text !== undefined) {
    throw refuse("Ein Text fehlt oder steht am falschen Platz.");
  }
  if (node.content !== undefined && !Array.isArray(node.content)) throw refuse("Der Aufbau stimmt nicht.");
  checkAttributes(node.type, node.attrs);
  if (node.marks !== undefined && !Array.isArray(node.marks)) throw refuse("Der Aufbau stimmt nicht.");
  for (const mark of node.marks ?? []) {
    if (typeof mark !== "object" || mark === null || !Object.hasOwn(documentSchema.marks, mark.type)) {
      throw refuse("Es enthält eine unbekannte Auszeichnung.");
    }
    checkAttributes(mark.type, mark.attrs);
  }
  return node;
}

function checkAttributes(type: string, given: unknown): void {
  if (given !== undefined && !isObject(given)) throw refuse("Der Aufbau stimmt nicht.");
  const rules = attributeRulesOf(type);
  const values = given ?? {};
  if (Object.keys(values).some((name) => !Object.hasOwn(rules, name))) {
    throw refuse("Ein Baustein hat eine unbekannte Eigenschaft.");
  }
  for (const [name, rule] of Object.entries(rules)) {
    const isMissing = !Object.hasOwn(values, name) && rule.instead !== undefined;
    if (isMissing || rule.read(values[name]) !== undefined) continue;
    if (type === "link") throw refuse("Ein Link führt zu einer Adresse, die nicht erlaubt ist.");
    throw refuse("Eine Eigenschaft eines Bausteins hat einen ungültigen Wert.");
  }
}
