import { cleanDocument } from "../clean.ts";
import type { DocumentJson, DocumentNode } from "../json.ts";

type Mark = NonNullable<DocumentNode["marks"]>[number];

/** Marks inside each other, beyond which more of them say nothing. */
const maxMarks = 100;

/**
 * A document while it is written from front to back. Containers are opened and closed; what is left open is closed
 * with what holds it, so that broken markup costs no words. Where something may stand is settled at the end.
 */
export class DocumentBuilder {
  readonly #root: DocumentNode = { type: "doc", content: [] };
  readonly #open: { node: DocumentNode; tag: string }[] = [{ node: this.#root, tag: "" }];
  #marks: { mark: Mark; tag: string }[] = [];

  /** How many containers are open, for `closeTo`. */
  get depth(): number {
    return this.#open.length;
  }

  get top(): DocumentNode {
    return this.#open.at(-1)?.node ?? this.#root;
  }

  open(node: DocumentNode, tag = ""): void {
    const opened = { ...node, content: [] };
    this.top.content?.push(opened);
    this.#open.push({ node: opened, tag });
  }

  /** Closes the last container of this tag and all that lies in it; without such a one, nothing happens. */
  close(tag: string, within: number): void {
    const index = this.#open.findLastIndex((open) => open.tag === tag);
    if (index >= within) this.closeTo(index);
  }

  closeTo(depth: number): void {
    this.#open.length = Math.max(1, depth);
  }

  /** Whether text would follow on text here, so that a blank between the two counts. */
  get isInLine(): boolean {
    const last = this.top.content?.at(-1)?.type ?? "";
    return last === "text" || last === "hardBreak" || last === "mention" || last === "footnoteReference";
  }

  /** The innermost link that is open. */
  get openLink(): Mark["attrs"] {
    return this.#marks.findLast(({ mark }) => mark.type === "link")?.mark.attrs;
  }

  /** Leaves out the innermost container, if it is of this tag and nothing is in it. */
  dropIfEmpty(tag: string): void {
    const innermost = this.#open.at(-1);
    if (innermost?.tag !== tag || innermost.node.content?.length) return;
    this.#open.pop();
    this.top.content?.pop();
  }

  /** The innermost open container of a type, and what holds it. */
  findOpen(type: string): { node: DocumentNode; parent: DocumentNode | undefined } | undefined {
    const index = this.#open.findLastIndex(({ node }) => node.type === type);
    const node = this.#open[index]?.node;
    return node && { node, parent: this.#open[index - 1]?.node };
  }

  mark(mark: Mark, tag: string = mark.type): void {
    if (this.#marks.length < maxMarks) this.#marks.push({ mark, tag });
  }

  unmark(tag: string): void {
    const index = this.#marks.findLastIndex((mark) => mark.tag === tag);
    if (index >= 0) this.#marks.splice(index, 1);
  }

  clearMarks(): void {
    this.#marks = [];
  }

  text(text: string): void {
    if (text) this.add({ type: "text", text });
  }

  add(node: DocumentNode): void {
    // The innermost of two links is meant; marks are a set.
    const marks = new Map(this.#marks.map(({ mark }) => [mark.type, mark]));
    this.top.content?.push(marks.size ? { ...node, marks: [...marks.values()] } : node);
  }

  finish(): DocumentJson {
    return cleanDocument(this.#root);
  }
}
