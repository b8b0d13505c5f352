import type { Node } from "@tiptap/pm/model";
import { XmlElement, type XmlFragment, XmlText } from "yjs";

/** Which part of the shared document stands for which node of the editor; the binding skips what stands for it already. */
export type Mapping = Map<unknown, unknown>;

/**
 * Writes what was typed into a line of several texts, where each letter stands. Two people who begin an empty line at
 * once give it a text each. The binding would make one of them as soon as somebody writes on, by deleting the other one:
 * what its author has under way would be lost, and what was in it doubled. Only for a line that alone has changed and
 * holds nothing but plain text; everything else is left to the binding.
 */
export function writeTornText(mapping: Mapping, fragment: XmlFragment, node: Node): void {
  if (mapping.get(fragment) === node) return;
  const parts = fragment.toArray();
  if (fragment instanceof XmlElement && parts.length > 1 && parts.every(isPlain)) {
    if (!isPlainLine(node) || !hasAttributesOf(fragment, node)) return;
    write(parts, node.textContent);
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
  if (doc && torn.length > 0 && torn.every((line) => line.toArray().every(isPlain))) doc.clientID = nobody;
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

const isPlain = (part: unknown): part is XmlText =>
  part instanceof XmlText && part.toDelta().every(({ attributes }: { attributes?: object }) => !attributes);

const isPlainLine = (node: Node) =>
  node.isTextblock && node.children.every((child) => child.isText && child.marks.length === 0);

/** As the binding compares them. */
function hasAttributesOf(element: XmlElement, { attrs }: Node): boolean {
  const shared: Record<string, unknown> = element.getAttributes();
  return Object.entries(attrs).every(([name, value]) => (shared[name] ?? null) === value);
}

/** Changes the part between what the texts and the line have in common at both ends. */
function write(texts: readonly XmlText[], next: string): void {
  const before = texts.map((text) => text.toString()).join("");
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
