import type { Mark, Node } from "@tiptap/pm/model";
import { XmlElement, type XmlFragment, XmlText } from "yjs";

/** Which part of the shared document stands for which node of the editor; the binding skips what stands for it already. */
export type Mapping = Map<unknown, unknown>;

/**
 * Writes what was typed into a line of several texts, where each letter stands. Two people who begin an empty line at
 * once give it a text each. The binding would make one of them as soon as somebody writes on, by deleting the other one:
 * what its author has under way would be lost, and what was in it doubled. Formatting is written in place for the same
 * reason. Only for a line that alone has changed and holds nothing but text; everything else is left to the binding.
 */
export function writeTornText(mapping: Mapping, fragment: XmlFragment, node: Node): void {
  if (mapping.get(fragment) === node) return;
  const parts = fragment.toArray();
  if (fragment instanceof XmlElement && parts.length > 1 && parts.every(isText)) {
    const runs = runsOf(node);
    if (!runs || !hasAttributesOf(fragment, node)) return;
    write(parts, node.textContent);
    format(parts, runs);
    for (const part of parts) mapping.delete(part);
    mapping.set(fragment, node);
    return;
  }
  if (parts.length !== node.childCount) return;
  const changed = parts.flatMap((part, index) => (mapping.get(part) === node.child(index) ? [] : [index]));
  const [index] = changed;
  const part = index === undefined ? undefined : parts[index];
  if (changed.length !== 1 || index === undefined || !(part instanceof XmlElement)) return;
  const child = node.child(index);
  if (part.nodeName === child.type.name) writeTornText(mapping, part, child);
}

/**
 * Draws what others wrote. While it draws, the binding takes its own of two texts of one line and writes it once more
 * into the other, for reasons that `writeTornText` does away with: what somebody has under way for the one would be lost.
 * It knows its own by the document's id, which is another one meanwhile; nothing else is written while it draws.
 */
export function drawTornTexts(fragment: XmlFragment, draw: () => void): void {
  const { doc } = fragment;
  const clientID = doc?.clientID;
  const torn = tornIn(fragment);
  if (doc && torn.length > 0 && torn.every((line) => line.toArray().every(isText))) doc.clientID = nobody;
  try {
    draw();
  } finally {
    if (doc && clientID !== undefined) doc.clientID = clientID;
  }
}

const nobody = 0;

/** The lines of several texts side by side. */
function tornIn(fragment: XmlFragment): XmlFragment[] {
  const parts = fragment.toArray();
  if (parts.some((part, index) => part instanceof XmlText && parts[index + 1] instanceof XmlText)) return [fragment];
  return parts.flatMap((part) => (part instanceof XmlElement ? tornIn(part) : []));
}

/** A stretch of a shared text that looks the same. */
interface Run {
  insert: unknown;
  attributes?: Readonly<Record<string, unknown>>;
}

const runsIn = (text: XmlText): Run[] => text.toDelta();

const isText = (part: unknown): part is XmlText =>
  part instanceof XmlText && runsIn(part).every(({ insert }) => typeof insert === "string");

/** What a line of text looks like; undefined for one that holds more, or marks of which there may be several of a kind. */
function runsOf(node: Node): { length: number; attributes: Record<string, unknown> }[] | undefined {
  const isAlone = ({ type }: Mark) => type.excludes(type);
  if (!node.isTextblock || !node.children.every((child) => child.isText && child.marks.every(isAlone)))
    return undefined;
  return node.children.map(({ nodeSize, marks }) => ({
    length: nodeSize,
    attributes: Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs])),
  }));
}

/** As the binding compares them. */
function hasAttributesOf(element: XmlElement, { attrs }: Node): boolean {
  const shared: Record<string, unknown> = element.getAttributes();
  return Object.entries(attrs).every(([name, value]) => (shared[name] ?? null) === value);
}

/** Changes the part between what the texts and the line have in common at both ends. */
function write(texts: readonly XmlText[], next: string): void {
  // Its own toString shows looks as elements.
  const before = texts.flatMap((text) => runsIn(text).map(({ insert }) => insert)).join("");
  const shorter = Math.min(before.length, next.length);
  let start = 0;
  while (start < shorter && before[start] === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  let offset = 0;
  let added = next.slice(start, next.length - end);
  for (const text of texts) {
    const { length } = text;
    const from = Math.max(0, start - offset);
    const to = Math.min(length, before.length - end - offset);
    if (to > from) text.delete(from, to - from);
    if (added && from <= length) {
      text.insert(from, added);
      added = "";
    }
    offset += length;
  }
}

/** Gives every letter of the texts the look that it has in the line. */
function format(
  texts: readonly XmlText[],
  runs: readonly { length: number; attributes: Record<string, unknown> }[],
): void {
  const wanted = runs.flatMap(({ length, attributes }) => Array.from({ length }, () => attributes));
  let offset = 0;
  for (const text of texts) {
    const changes: { from: number; length: number; attributes: Record<string, unknown> }[] = [];
    let from = 0;
    for (const { insert, attributes: present = {} } of runsIn(text)) {
      const end = from + String(insert).length;
      while (from < end) {
        const attributes = wanted[offset + from] ?? {};
        const begun = from;
        while (from < end && wanted[offset + from] === attributes) from += 1;
        const differing = differenceOf(present, attributes);
        if (differing) changes.push({ from: begun, length: from - begun, attributes: differing });
        if (from === begun) break;
      }
      from = end;
    }
    for (const change of changes) text.format(change.from, change.length, change.attributes);
    offset += text.length;
  }
}

/** What has to be set for one look to become another, null for what goes; undefined where they are the same. */
function differenceOf(present: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>) {
  const gone = Object.keys(present).flatMap((name) => (name in wanted ? [] : [[name, null] as const]));
  const set = Object.entries(wanted).filter(([name, value]) => JSON.stringify(present[name]) !== JSON.stringify(value));
  return gone.length + set.length > 0 ? Object.fromEntries([...gone, ...set]) : undefined;
}
